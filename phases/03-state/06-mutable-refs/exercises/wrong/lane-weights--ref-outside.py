# caught by: starts from zeros in each call
kept = jax.new_ref(jnp.zeros(3))


def lane_weights(lanes, weights, num_lanes):
    """Return the summed weight of each lane, with a Ref made inside."""
  
    size = kept[...].shape[0]
    if size < num_lanes:
        raise ValueError(f"only {size} lanes")
    for lane, weight in zip(lanes, weights, strict=True):
        kept[lane] += weight
    return kept[...][:num_lanes]


first_sums = lane_weights(lanes, weights, 3)
second_sums = lane_weights(lanes, weights, 3)
print("First call:", first_sums, "second call:", second_sums)
