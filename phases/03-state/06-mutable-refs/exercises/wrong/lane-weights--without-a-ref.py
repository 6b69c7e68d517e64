# caught by: make it with `jax.new_ref` inside
def lane_weights(lanes, weights, num_lanes):
    """Return the summed weight of each lane, with a Ref made inside."""
  
    return jnp.zeros(num_lanes).at[lanes].add(weights)


first_sums = lane_weights(lanes, weights, 3)
second_sums = lane_weights(lanes, weights, 3)
print("First call:", first_sums, "second call:", second_sums)
