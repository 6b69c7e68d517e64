# caught by: takes one parcel at a time
def lane_weights(lanes, weights, num_lanes):
    """Return the summed weight of each lane, with a Ref made inside."""
  
    totals = jax.new_ref(jnp.zeros(num_lanes))
    for lane, weight in zip(lanes, weights, strict=True):
        totals[lane] += 1.0
    return jax.freeze(totals)


first_sums = lane_weights(lanes, weights, 3)
second_sums = lane_weights(lanes, weights, 3)
print("First call:", first_sums, "second call:", second_sums)
