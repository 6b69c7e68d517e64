"""JAX: forked children work, the backend is proven, lessons choose their devices."""

from lessonkit.running.job import Job
from tests.running.conftest import Bench

HEAD = '"""Doc."""\n# %% build: one\nimport jax\nimport jax.numpy as jnp\n'
TAIL = '\n\n# %% pass\nprint("PASS: x")\n'


def test_a_forked_child_computes(jax_bench: Bench) -> None:
    """The record names device, versions and only the packages that it imports."""
    run = jax_bench.run(HEAD + "print(jax.jit(jnp.sum)(jnp.ones(3)))" + TAIL)
    assert run.failure is None
    assert run.cells[0].stdout.text == "3.0\n"
    assert sorted(run.packages) == ["jax", "jaxlib", "numpy"]
    assert "scipy" in run.environment.packages
    assert run.environment.backend == "cpu"
    assert (run.environment.device_kind, run.environment.device_count) == ("cpu", 1)


def test_a_lesson_sets_its_own_device_count(jax_bench: Bench) -> None:
    """Nothing initialises the backend before the lesson's first line."""
    code = (
        HEAD + "jax.config.update('jax_num_cpu_devices', 4)\nprint(len(jax.devices()))"
    )
    by_flag = (
        '"""Doc."""\n# %% build: one\nimport os\n'
        "os.environ['XLA_FLAGS'] = '--xla_force_host_platform_device_count=2'\n"
        "import jax\nprint(len(jax.devices()))"
    )
    jobs = [jax_bench.build(c + TAIL) for c in (code, by_flag, HEAD)]
    four, two, one = jax_bench.run_all(*jobs).values()
    assert four.environment.device_count == 4
    assert four.environment.flags == {"jax_num_cpu_devices": "4"}
    assert two.environment.device_count == 2
    assert two.environment.flags == {
        "XLA_FLAGS": "--xla_force_host_platform_device_count=2"
    }
    assert one.environment.device_count == 1


def test_settings_of_one_lesson_do_not_reach_another(jax_bench: Bench) -> None:
    """Sixty-four bits in one lesson, thirty-two in the next."""
    dirty = HEAD + "jax.config.update('jax_enable_x64', True)\nprint(jnp.ones(1).dtype)"
    clean = HEAD + "print(jnp.ones(1).dtype)"
    jobs = [jax_bench.build(code + TAIL) for code in (dirty, clean)]
    first, second = jax_bench.run_all(*jobs, workers=1).values()
    assert first.cells[0].stdout.text == "float64\n"
    assert first.environment.flags == {"jax_enable_x64": "True"}
    assert second.cells[0].stdout.text == "float32\n"


def test_prints_from_computations_stay_in_their_cell(jax_bench: Bench) -> None:
    """Callbacks that still run, on several devices, are awaited at a cell's end."""
    code = (
        "import time\n"
        "jax.config.update('jax_num_cpu_devices', 2)\n"
        "def show(x):\n    time.sleep(0.2)\n    print(f'seen {x}')\n"
        "def body(x):\n    jax.debug.callback(show, x[0])\n    return x\n"
        "spec = jax.sharding.PartitionSpec('d')\n"
        "mesh = jax.make_mesh((2,), ('d',))\n"
        "x = jax.device_put(jnp.arange(2.0), jax.NamedSharding(mesh, spec))\n"
        "jax.jit(jax.shard_map(body, mesh=mesh, in_specs=spec, out_specs=spec))(x)\n"
        "print('returned')\n"
        "\n# %% build: two\nprint('second')"
    )
    run = jax_bench.run(HEAD + code + TAIL)
    assert run.failure is None, run.failure
    assert sorted(run.cells[0].stdout.lines) == [
        "returned\n",
        "seen 0.0\n",
        "seen 1.0\n",
    ]
    assert run.cells[1].stdout.text == "second\n"


def test_a_silent_change_of_backend_is_a_failure(jax_bench: Bench) -> None:
    """A run that is asked for an absent device says so instead of using the CPU."""
    job = jax_bench.build(HEAD + "print(jnp.ones(2))" + TAIL)
    moved = Job(**{**vars(job), "backend": "gpu"})
    run = jax_bench.run_all(moved)[job.lesson]
    assert run.failure.reason == "environment"
    assert run.failure.cell == "build/one"
    assert run.failure.message == "JAX runs on cpu here, not on gpu"


def test_unseeded_numpy_numbers_differ(jax_bench: Bench) -> None:
    """A fork would hand every lesson the same ones, as if they were reproducible."""
    code = HEAD + "import numpy as np\nprint(np.random.rand())"
    jobs = [jax_bench.build(code + TAIL) for _ in range(2)]
    first, second = jax_bench.run_all(*jobs).values()
    assert first.cells[0].stdout != second.cells[0].stdout


def test_an_allocation_that_xla_refuses_is_out_of_memory(jax_bench: Bench) -> None:
    """XLA's own words for it are recognised."""
    run = jax_bench.run(HEAD + "print(jnp.zeros((3 << 30,)).sum())" + TAIL)
    assert run.failure.reason == "memory"
    assert run.failure.cell == "build/one"
