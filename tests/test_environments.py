"""The second environment: which Python it takes, when it is built, what it writes.

Nothing is installed here; interpreters are small scripts.
"""

import json
import os
import sys
from pathlib import Path

import pytest

from lessonkit.errors import UsageError
from lessonkit.execute.environments import (
    NEXT_PYTHON,
    Interpreter,
    VirtualEnvironment,
    choose_interpreter,
    find_interpreter,
    install_requirements,
    prepare_environment,
    write_verification,
)
from lessonkit.records import load_record, record_path
from lessonkit.records.verifications import (
    Difference,
    find_standings,
    find_verification,
    verification_path,
)
from lessonkit.stale import load_pins
from tests.execute.course import edit, execute, lesson_folder

pytestmark = pytest.mark.skipif(os.name == "nt", reason="writes scripts of sh")

REPOSITORY = Path(__file__).parents[1]
PINS = {"jax": "0.12.0.1"}


def write_python(
    path: Path, version: str = "3.13.0", packages: dict[str, str] | None = None
) -> Path:
    """Write a script that answers like a Python of a version with packages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    installed = json.dumps(packages or {})
    path.write_text(
        "#!/bin/sh\n"
        f"case \"$*\" in *distributions*) echo '{installed}';;\n"
        f'*) echo \'["{path}", "{version}"]\';; esac\n'
    )
    path.chmod(0o755)
    return path


def write_broken(path: Path, ending: str = "exit 127") -> Path:
    """Write a script that is there but starts no Python, as a shim may."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho 'no such version' >&2\n{ending}\n")
    path.chmod(0o755)
    return path


# Which Python


def test_a_real_python_says_what_it_is():
    """The one that runs the tests."""
    found = find_interpreter(sys.executable)
    assert found == Interpreter(
        sys.executable, ".".join(map(str, sys.version_info[:3]))
    )


@pytest.mark.parametrize("ending", ["exit 127", "echo hello", "echo '[1]'", "exit 0"])
def test_what_does_not_answer_is_no_python(tmp_path, ending):
    """A shim that fails, a program that prints something else, an absent file."""
    assert find_interpreter(write_broken(tmp_path / "python", ending)) is None
    assert find_interpreter(tmp_path / "nowhere") is None


def test_the_option_goes_before_the_variable_and_that_before_path(tmp_path):
    """Each names one Python; the others are not looked at."""
    option = write_python(tmp_path / "a" / "mine", "3.12.1")
    variable = write_python(tmp_path / "b" / "other", "3.14.0")
    write_python(tmp_path / "c" / "python3.13")
    environ = {"PATH": str(tmp_path / "c"), NEXT_PYTHON: str(variable)}
    assert choose_interpreter(option, environ).version == "3.12.1"
    assert choose_interpreter(None, environ).version == "3.14.0"
    del environ[NEXT_PYTHON]
    assert choose_interpreter(None, environ).path.endswith("c/python3.13")


def test_the_first_of_path_that_starts_and_is_new_enough_is_taken(tmp_path):
    """A failing shim before a real Python hides it neither by folder nor by name."""
    shims, real = tmp_path / "shims", tmp_path / "real"
    write_broken(shims / "python3.14")
    write_broken(shims / "python3.13")
    write_python(shims / "python3.12", "3.11.9")
    found = write_python(real / "python3.13")
    write_python(real / "python3.12", "3.12.0")
    environ = {"PATH": os.pathsep.join([str(shims), str(real)])}
    assert choose_interpreter(None, environ).path == str(found)
    found.unlink()
    assert choose_interpreter(None, environ).path == str(real / "python3.12")
    (real / "python3.12").unlink()
    write_python(real / "python", "3.15.1")
    assert choose_interpreter(None, environ).version == "3.15.1"


def test_without_a_python_there_is_one_sentence(tmp_path):
    """It names the option and the variable."""
    write_broken(tmp_path / "python3.13")
    write_python(tmp_path / "python3", "3.11.7")
    with pytest.raises(UsageError) as caught:
        choose_interpreter(None, {"PATH": str(tmp_path)})
    assert caught.value.sentence == (
        "no Python 3.12 or newer starts here, which the second environment needs."
    )
    assert "--python" in caught.value.remedy and NEXT_PYTHON in caught.value.remedy


def test_a_python_that_was_named_is_not_replaced_by_another(tmp_path):
    """One that does not start, or is too old, is said to be."""
    write_python(tmp_path / "python3.13")
    environ = {"PATH": str(tmp_path)}
    with pytest.raises(UsageError, match="is no Python that starts"):
        choose_interpreter(write_broken(tmp_path / "shim"), environ)
    with pytest.raises(UsageError, match=r"is Python 3\.11\.7.*3\.12 or newer"):
        choose_interpreter(write_python(tmp_path / "old", "3.11.7"), environ)


# When it is built


class Builder:
    """Stands in for the installation: counts, and leaves a Python behind."""

    def __init__(self, packages: dict[str, str] = PINS) -> None:
        self.built: list[str] = []
        self.packages = packages
        self.fails = False

    def __call__(self, environment: VirtualEnvironment, found: Interpreter) -> None:
        assert not environment.folder.exists()
        self.built.append(found.version)
        write_python(environment.python, found.version, self.packages)
        if self.fails:
            raise UsageError("pip failed.", "try again.")


@pytest.fixture
def environment(tmp_path: Path) -> VirtualEnvironment:
    (tmp_path / "requirements-next.txt").write_text("jax==0.12.0.1\n")
    write_python(tmp_path / "bin" / "python3.13")
    return VirtualEnvironment(tmp_path, "next")


def prepare(environment, builder, asked=None, **variables):
    environ = {"PATH": str(environment.root / "bin"), **variables}
    said: list[str] = []
    prepare_environment(
        environment, PINS, asked, environ, say=said.append, install=builder
    )
    return said


def test_it_is_built_once_and_then_reused(environment):
    """The first time says that it takes long; afterwards nothing is said."""
    builder = Builder()
    (said,) = prepare(environment, builder)
    assert "Python 3.13.0" in said
    assert environment.python == (
        environment.root / ".lessonkit/environments/next/bin/python"
    )
    assert prepare(environment, builder) == []
    assert builder.built == ["3.13.0"]


def test_other_requirements_rebuild_it(environment):
    """Down to the last character."""
    builder = Builder()
    prepare(environment, builder)
    (environment.root / "requirements-next.txt").write_text("jax==0.12.0.1\n# a\n")
    prepare(environment, builder)
    assert len(builder.built) == 2


def test_another_interpreter_rebuilds_it(environment):
    """One that is named, or the same one after an upgrade; not one merely on PATH."""
    builder = Builder()
    prepare(environment, builder)
    other = write_python(environment.root / "other", "3.14.0")
    prepare(environment, builder, other)
    assert prepare(environment, builder, other) == []
    assert prepare(environment, builder) == []
    write_python(environment.python, "3.14.1", PINS)
    prepare(environment, builder, **{NEXT_PYTHON: str(other)})
    assert builder.built == ["3.13.0", "3.14.0", "3.14.0"]


def test_it_is_reused_where_no_python_for_building_is_left(environment):
    """Its own still starts."""
    prepare(environment, Builder())
    (environment.root / "bin" / "python3.13").unlink()
    assert prepare(environment, Builder()) == []


def test_what_was_changed_or_broken_in_it_is_rebuilt(environment):
    """Other versions than its requirements pin, a Python that is gone, no stamp."""
    builder = Builder()
    prepare(environment, builder)
    write_python(environment.python, packages={"jax": "0.12.0.2"})
    prepare(environment, builder)
    environment.python.unlink()
    prepare(environment, builder)
    (environment.folder / "lessonkit.json").write_text("{")
    prepare(environment, builder)
    assert len(builder.built) == 4


def test_an_unfinished_environment_is_rebuilt(environment):
    """An installation that failed, or was interrupted, is never taken for one."""
    builder = Builder()
    builder.fails = True
    with pytest.raises(UsageError, match="pip failed"):
        prepare(environment, builder)
    builder.fails = False
    prepare(environment, builder)
    assert len(builder.built) == 2


def test_without_requirements_there_is_one_sentence(environment):
    """The file says what the environment is."""
    (environment.root / "requirements-next.txt").unlink()
    with pytest.raises(UsageError, match=r"no requirements-next\.txt"):
        prepare(environment, Builder())


def test_an_installation_that_fails_is_one_sentence(environment):
    """After what pip itself has said."""
    broken = write_broken(environment.root / "broken", "exit 3")
    with pytest.raises(UsageError, match=r"requirements-next\.txt could not be"):
        install_requirements(environment, Interpreter(str(broken), "3.13.0"))


def test_both_environments_pin_the_same_tools():
    """What lessons import may differ; what runs them may not."""
    here, there = (
        dict(
            line.split("==")
            for line in (REPOSITORY / name).read_text().splitlines()
            if "==" in line
        )
        for name in ("requirements-cpu.txt", "requirements-next.txt")
    )
    taught = load_pins(REPOSITORY, "requirements-next.txt")
    assert sorted(taught) == ["jax", "jaxlib", "matplotlib", "numpy"]
    assert taught["jax"] == taught["jaxlib"] == "0.12.0.1"
    tools = {name: version for name, version in there.items() if name not in taught}
    assert tools and tools.items() <= here.items()


# What it writes


@pytest.fixture
def recorded(tiny: Path) -> Path:
    """The folder of a lesson that has a record."""
    execute(tiny)
    return lesson_folder(tiny)


def test_a_verification_lies_beside_the_record(recorded):
    """It is small, stable, and leaves the record as it is."""
    before = (recorded / "records/cpu.json").read_bytes()
    run = load_record(record_path(recorded, "cpu"))
    write_verification(recorded, "next", run, ())
    path = verification_path(recorded, "next")
    assert path == recorded / "records" / "next.json"
    content = json.loads(path.read_text())
    assert content["schema"] == 1 and content["status"] == "passed"
    assert content["lesson"] == "numbers-01" and content["revision"] == "1.0.0"
    assert content["date"] == run.started[:10] and content["backend"] == "cpu"
    assert content["sources"][0]["raw"] == run.inputs.main.raw
    assert len(path.read_bytes()) < 2000
    assert (recorded / "records/cpu.json").read_bytes() == before
    (standing,) = find_standings(recorded)
    assert standing.environment == "next" and standing.current
    assert standing.verification == find_verification(recorded, "next")


def test_differences_are_kept_but_not_without_end(recorded):
    """Twenty show what is the matter."""
    run = load_record(record_path(recorded, "cpu"))
    told = [Difference("build/a", "stdout", n, "1", None) for n in range(50)]
    write_verification(recorded, "next", run, told)
    found = find_verification(recorded, "next")
    assert found.status == "differs" and found.differences == tuple(told[:20])


def test_it_does_not_speak_for_later_code(recorded):
    """Comments aside, which change nothing; what the program read counts too."""
    main = recorded / "code" / "main.py"
    edit(main, "mean = sum", "import helper\n\nmean = sum")
    (recorded / "code" / "helper.py").write_text("A = 1\n")
    execute(recorded.parents[2])
    run = load_record(record_path(recorded, "cpu"))
    write_verification(recorded, "next", run, ())
    edit(main, "import helper", "# A comment.\nimport helper")
    assert find_standings(recorded)[0].current
    (recorded / "code" / "helper.py").write_text("A = 2\n")
    assert not find_standings(recorded)[0].current
    (recorded / "code" / "helper.py").write_text("A = 1\n")
    edit(main, "[3, 4, 5]", "[3, 4, 6]")
    assert not find_standings(recorded)[0].current


@pytest.mark.parametrize(
    "text",
    [
        "",
        '{"schema": 1',
        '{"schema": 2}',
        '<<<<<<< HEAD\n{"schema": 1}',
        '{"schema": 1, "lesson": 3}',
        "[]",
    ],
)
def test_a_damaged_verification_counts_as_none(recorded, text):
    """It is not worth a failure: verifying again writes it anew."""
    verification_path(recorded, "next").write_text(text)
    assert find_standings(recorded) == ()


def test_a_verification_of_another_schema_counts_as_none(recorded):
    """However well it reads otherwise."""
    run = load_record(record_path(recorded, "cpu"))
    write_verification(recorded, "next", run, ())
    edit(verification_path(recorded, "next"), '"schema": 1', '"schema": 2')
    assert find_standings(recorded) == ()


def test_a_date_that_is_none_counts_as_damage(recorded):
    """Pages show it."""
    run = load_record(record_path(recorded, "cpu"))
    write_verification(recorded, "next", run, ())
    path = verification_path(recorded, "next")
    edit(path, f'"date": "{run.started[:10]}"', '"date": "soon"')
    assert find_standings(recorded) == ()
