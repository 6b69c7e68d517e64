"""A bench for the tests of running: write a program, run it, look at the result."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lessonkit.course.cells import parse_program
from lessonkit.running.collect import BrokenRunError, Run
from lessonkit.running.job import Job, JobCell, Limits
from lessonkit.running.runner import Runner, Settings

LIMITS = Limits()


class Bench:
    """Writes programs into a throw-away course and runs them with one warm parent."""

    def __init__(self, root: Path, runner: Runner, settings: Settings) -> None:
        self.root = root
        self.runner = runner
        self.settings = settings
        self.notices: list[tuple[str, dict]] = []
        self._count = 0

    def build(self, code: str, *, limits: Limits = LIMITS, **files: str) -> Job:
        """Write a program, and files beside it (name__py is name.py)."""
        self._count += 1
        folder = self.root / "phases" / "01-a" / f"{self._count:02}-lesson"
        (folder / "code").mkdir(parents=True)
        for name, text in files.items():
            place = folder / "code" / name.replace("__", ".")
            place.write_text(text, encoding="utf-8")
        file = folder / "code" / "main.py"
        file.write_text(code, encoding="utf-8")
        program, _ = parse_program(file, code)
        return Job(
            lesson=f"lesson-{self._count}",
            root=str(self.root),
            folder=str(folder),
            file=str(file),
            docstring=program.docstring,
            cells=tuple(
                JobCell(cell.kind.value, cell.id, cell.line, cell.source)
                for cell in program.cells
            ),
            limits=limits,
            backend=self.settings.backend,
            runtime=self.settings.runtime,
            packages=self.settings.packages,
        )

    @staticmethod
    def limits(**given: float) -> Limits:
        """Return limits that differ from the usual ones."""
        return Limits(**given)

    def run_all(self, *jobs: Job, workers: int = 2) -> dict[str, Run | BrokenRunError]:
        """Run jobs; return their runs by lesson."""
        self.notices.clear()
        ran = {job: run for job, run in self.runner.run(jobs, workers, self._listen)}
        return {job.lesson: ran[job] for job in jobs}

    def run(self, code: str, *, limits: Limits = LIMITS, **files: str) -> Run:
        """Write one program, run it and return its run."""
        job = self.build(code, limits=limits, **files)
        run = self.run_all(job)[job.lesson]
        assert isinstance(run, Run), run
        return run

    def _listen(self, job: Job, notice: dict) -> None:
        self.notices.append((job.lesson, notice))


def open_bench(
    root: Path, runtime: str, preload: tuple[str, ...] = (), method: str = "fork"
) -> Iterator[Bench]:
    """Yield a bench; its processes end with it."""
    packages = ("jax", "jaxlib", "numpy", "matplotlib")
    settings = Settings(root.resolve(), "cpu", runtime, preload, packages, method)
    with Runner(settings) as runner:
        yield Bench(settings.root, runner, settings)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A bench for plain Python."""
    yield from open_bench(tmp_path_factory.mktemp("plain"), "plain")


@pytest.fixture(scope="session")
def jax_bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """A bench for lessons that use JAX and draw; its parent takes seconds to warm."""
    preload = ("jax", "jax.numpy", "numpy", "matplotlib.pyplot")
    yield from open_bench(tmp_path_factory.mktemp("jax"), "jax", preload)
