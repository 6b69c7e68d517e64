# caught by: the gain 1.0
@jax.tree_util.register_dataclass
@dataclasses.dataclass(frozen=True)
class Smoother:
    weights: jax.Array
    gain: jax.Array
    repeats: int = jax.tree.static(default=1)
    ends: str = jax.tree.static(default="keep")


def smooth(smoother, signal):
    """Mix each entry with its neighbours, `repeats` times."""
    for _ in range(smoother.repeats):
        left = jnp.concatenate([signal[:1], signal[:-1]])
        right = jnp.concatenate([signal[1:], signal[-1:]])
        parts = jnp.array([left, signal, right])  # (3, n)
        mixed = smoother.weights @ parts
        if smoother.ends == "keep":
            mixed = mixed.at[0].set(signal[0]).at[-1].set(signal[-1])
        signal = mixed
    return smoother.gain * signal


signal = jnp.array([0.0, 0.0, 8.0, 0.0, 0.0])
mix = jnp.array([0.25, 0.5, 0.25])
smoother = Smoother(mix, jnp.array(2.0), 2)
print("Smoother:", smoother)
