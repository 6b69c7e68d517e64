"""The two entry scripts: what they decide before and after anything is installed."""

import ast
import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.running.processes import are_gone, find_marked, mark, wait_until

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
NAMES = ("_setup", "site", "test")


@pytest.fixture
def scripts(monkeypatch):
    """Load the scripts under names that shadow nothing of the standard library."""
    loaded = {}
    for name in NAMES:
        spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        if name == "_setup":
            monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        loaded[name.lstrip("_")] = module
    return SimpleNamespace(**loaded)


@pytest.fixture
def checkout(tmp_path):
    """Return a folder with the files that decide what gets installed."""
    (tmp_path / "requirements-cpu.txt").write_text("jax==0.10.2\n-e .\n")
    (tmp_path / "requirements-dev.txt").write_text("-r requirements-cpu.txt\nruff\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return tmp_path


class Runner:
    """Stands in for `run`: keeps the commands and answers with an exit code."""

    def __init__(self, code=0):
        self.code = code
        self.commands = []

    def __call__(self, command, env=None):
        self.commands.append([str(part) for part in command])
        return self.code


def make_working_venv(venv):
    """Fill an environment with a link to this Python, which is enough to ask it."""
    python = venv / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)


posix = pytest.mark.skipif(os.name == "nt", reason="links a Python into place")


# Which Python


@pytest.mark.parametrize("name", ["site", "test"])
def test_an_old_python_gets_one_sentence(name):
    """No script may reach a line that an old Python cannot evaluate."""
    program = (
        "import runpy, sys; sys.version_info = (3, 9, 2, 'final', 0); "
        f"sys.path.insert(0, {str(SCRIPTS)!r}); "
        f"runpy.run_path({str(SCRIPTS / (name + '.py'))!r}, run_name='__main__')"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True
    )
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "Python 3.9" in answer.stderr
    assert "needs Python 3.11 or newer" in answer.stderr


@pytest.mark.parametrize("name", NAMES)
def test_scripts_parse_on_an_old_python(name):
    """A syntax error would come before the sentence."""
    text = (SCRIPTS / f"{name}.py").read_text("utf-8")
    ast.parse(text, feature_version=(3, 6))


@pytest.mark.parametrize("version", [(3, 11), (3, 14), (3, 15)])
def test_other_pythons_are_let_through(scripts, version):
    assert scripts.setup.find_version_fault(version) is None


@pytest.mark.parametrize(
    ("system", "machine", "version", "words"),
    [
        ("darwin", "x86_64", (3, 12), "Intel macOS"),
        ("win32", "ARM64", (3, 12), "Windows on ARM"),
        ("linux", "x86_64", (3, 15), "3.11 to 3.14, and this is 3.15"),
    ],
)
def test_a_system_without_packages_is_named(scripts, system, machine, version, words):
    assert words in scripts.setup.find_platform_reason(system, machine, version)


def test_a_system_with_packages_needs_no_reason(scripts):
    assert scripts.setup.find_platform_reason("darwin", "arm64", (3, 14)) is None


# The stamp


def test_included_requirements_are_found(scripts, checkout):
    found = scripts.setup.collect_requirement_files(checkout / "requirements-dev.txt")
    assert [path.name for path in found] == [
        "requirements-dev.txt",
        "requirements-cpu.txt",
    ]


@pytest.mark.parametrize(
    "name", ["requirements-cpu.txt", "requirements-dev.txt", "pyproject.toml"]
)
def test_each_file_that_decides_changes_the_stamp(scripts, checkout, name):
    before = scripts.setup.compute_stamp(checkout, "requirements-dev.txt", ["3"])
    with open(checkout / name, "a") as file:
        file.write("# more\n")
    after = scripts.setup.compute_stamp(checkout, "requirements-dev.txt", ["3"])
    assert before != after


def test_another_interpreter_changes_the_stamp(scripts, checkout):
    compute = scripts.setup.compute_stamp
    old = compute(checkout, "requirements-cpu.txt", ["3", "11"])
    assert old != compute(checkout, "requirements-cpu.txt", ["3", "12"])


def test_line_ends_do_not_change_the_stamp(scripts, checkout):
    before = scripts.setup.compute_stamp(checkout, "requirements-cpu.txt", ["3"])
    (checkout / "pyproject.toml").write_bytes(b"[project]\r\n")
    after = scripts.setup.compute_stamp(checkout, "requirements-cpu.txt", ["3"])
    assert before == after


@pytest.fixture
def python(checkout):
    """Return a Python inside a `.venv`, as far as the stamps need one."""
    (checkout / ".venv").mkdir()
    return Path(sys.executable)


def test_a_second_installation_does_nothing(scripts, checkout, python):
    run = Runner()
    assert scripts.setup.install(checkout, "requirements-cpu.txt", python, run)
    assert not scripts.setup.install(checkout, "requirements-cpu.txt", python, run)
    assert len(run.commands) == 1
    assert run.commands[0][1:3] == ["-m", "pip"]


def test_neither_script_undoes_the_other(scripts, checkout, python):
    """Both stamps hold at once, whatever the order."""
    run = Runner()
    for name in ("cpu", "dev", "cpu", "dev"):
        scripts.setup.install(checkout, f"requirements-{name}.txt", python, run)
    assert len(run.commands) == 2


def test_a_failed_installation_is_not_taken_for_done(scripts, checkout, python):
    install = scripts.setup.install
    install(checkout, "requirements-cpu.txt", python, Runner())
    with pytest.raises(scripts.setup.SetupFault, match="requirements-dev.txt failed"):
        install(checkout, "requirements-dev.txt", python, Runner(1))
    assert install(checkout, "requirements-cpu.txt", python, Runner())


def test_an_interrupted_installation_is_not_taken_for_done(scripts, checkout, python):
    def interrupt(command, env=None):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scripts.setup.install(checkout, "requirements-cpu.txt", python, interrupt)
    assert scripts.setup.install(checkout, "requirements-cpu.txt", python, Runner())


# The environment


@posix
def test_a_new_environment_is_ours_and_kept(scripts, checkout):
    made = []

    def create(venv):
        made.append(venv)
        make_working_venv(venv)

    first = scripts.setup.ensure_venv(checkout, create)
    second = scripts.setup.ensure_venv(checkout, create)
    assert first == second == checkout / ".venv" / "bin" / "python"
    assert len(made) == 1


@posix
def test_an_unfinished_environment_of_ours_is_made_again(scripts, checkout):
    def interrupt(venv):
        make_working_venv(venv)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scripts.setup.ensure_venv(checkout, interrupt)
    python = scripts.setup.ensure_venv(checkout, make_working_venv)
    assert scripts.setup.find_identity(python)


@posix
@pytest.mark.parametrize("owner", ["Python 3.8\n/somewhere\n", "Python 3.11\n/moved\n"])
def test_our_environment_of_another_python_or_place_is_made_again(
    scripts, checkout, owner
):
    venv = checkout / ".venv"
    make_working_venv(venv)
    (venv / "old").mkdir()
    (venv / scripts.setup.OWNER_FILE).write_text(owner)
    scripts.setup.ensure_venv(checkout, make_working_venv)
    assert not (venv / "old").exists()


@posix
def test_a_working_environment_of_someone_else_is_used(scripts, checkout):
    make_working_venv(checkout / ".venv")
    assert scripts.setup.ensure_venv(checkout, None).exists()


def test_an_environment_without_pip_is_refused(scripts, checkout):
    """Debian's venv leaves one behind when ensurepip is missing."""
    with pytest.raises(scripts.setup.SetupFault, match="has no pip"):
        scripts.setup.check_foreign_venv(checkout / ".venv", ["3", "11", "no pip"])


def test_a_broken_environment_of_someone_else_is_left_alone(scripts, checkout):
    (checkout / ".venv" / "precious").mkdir(parents=True)
    with pytest.raises(scripts.setup.SetupFault, match="not made by this script"):
        scripts.setup.ensure_venv(checkout, None)
    assert (checkout / ".venv" / "precious").exists()


def test_an_old_environment_of_someone_else_is_refused(scripts, checkout):
    with pytest.raises(scripts.setup.SetupFault, match=r"has Python 3\.9"):
        scripts.setup.check_foreign_venv(checkout / ".venv", ["3", "9", "cp39"])


def test_a_python_without_ensurepip_is_told_what_to_install(
    scripts, checkout, monkeypatch
):
    monkeypatch.setattr(scripts.setup, "find_missing_module", lambda: "ensurepip")
    with pytest.raises(scripts.setup.SetupFault) as caught:
        scripts.setup.ensure_venv(checkout, None)
    assert "ensurepip" in caught.value.sentence
    assert "python3-venv" in caught.value.remedy
    assert not (checkout / ".venv").exists()


# Outcomes


def test_a_fault_becomes_a_sentence_and_a_remedy(scripts, capsys):
    def fail(arguments):
        raise scripts.setup.SetupFault("it broke.", "mend it.")

    assert scripts.setup.run_script(fail, []) == 2
    assert capsys.readouterr().err == "error: it broke.\n  help: mend it.\n"


@posix
def test_what_a_script_runs_ends_with_it():
    seconds = mark(500)
    code = f"import _setup; _setup.run(['sleep', '{seconds}'])"
    with subprocess.Popen([sys.executable, "-c", code], cwd=SCRIPTS) as script:
        running = wait_until(lambda: find_marked("sleep", seconds))
        script.terminate()
    assert script.returncode == 128 + signal.SIGTERM
    assert are_gone(running)


def test_ctrl_c_ends_without_a_traceback(scripts, capsys):
    def interrupt(arguments):
        raise KeyboardInterrupt

    assert scripts.setup.run_script(interrupt, []) == 130
    assert "Traceback" not in capsys.readouterr().err


@pytest.fixture
def site_run(scripts, monkeypatch):
    """Run site.py's main with given exit codes for its lessonkit commands."""

    def run_site(arguments, codes):
        commands = []

        def run(command, env=None):
            commands.append(command[3])
            return codes.get(command[3], 0)

        monkeypatch.setattr(scripts.site, "set_up", lambda name: Path("python"))
        monkeypatch.setattr(scripts.site, "run", run)
        return scripts.site.main(arguments), commands

    return run_site


def test_site_executes_then_builds_and_says_how_to_read(site_run, capsys):
    assert site_run([], {}) == (0, ["execute", "build"])
    assert "index.html" in capsys.readouterr().out


def test_serve_takes_the_place_of_building(site_run):
    assert site_run(["--serve"], {}) == (0, ["execute", "serve"])


def test_the_offline_edition_is_asked_of_the_build(scripts, monkeypatch):
    commands = []
    monkeypatch.setattr(scripts.site, "set_up", lambda name: Path("python"))
    monkeypatch.setattr(scripts.site, "run", lambda c: commands.append(c) or 0)
    scripts.site.main(["--offline"])
    assert commands[-1][3:] == ["build", "--offline"]
    scripts.site.main([])
    assert commands[-1][3:] == ["build"]


def test_a_failed_lesson_leaves_the_rest_readable_and_fails(site_run):
    assert site_run([], {"execute": 1}) == (1, ["execute", "build"])


def test_a_wrong_environment_ends_the_run(site_run, scripts):
    with pytest.raises(scripts.setup.SetupFault):
        site_run([], {"execute": 2})


def test_a_failed_build_is_the_exit_code(site_run, capsys):
    assert site_run([], {"build": 1})[0] == 1
    assert "index.html" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("codes", "expected"),
    [({}, 0), ({"pytest": 5}, 5), ({"ruff": 1}, 1), ({"pytest": 3, "ruff": 1}, 3)],
)
def test_test_runs_every_step_and_says_the_outcome(
    scripts, monkeypatch, capsys, codes, expected
):
    steps = []

    def run(command, env=None):
        steps.append(command[2])
        return codes.get(command[2], 0)

    monkeypatch.setattr(scripts.test, "set_up", lambda name: Path("python"))
    monkeypatch.setattr(scripts.test, "provide_browser", lambda *rest: "/chrome")
    monkeypatch.setattr(scripts.test, "run", run)
    assert scripts.test.main(["-k", "words"]) == expected
    assert steps == ["ruff", "ruff", "pytest"]
    last_line = capsys.readouterr().out.splitlines()[-1]
    assert last_line.startswith("FAILED: " if expected else "PASSED: ")


def test_further_arguments_reach_pytest(scripts):
    options, rest = scripts.test.parse_arguments(["--install-browser", "-k", "x", "-q"])
    assert options.install_browser
    assert rest == ["-k", "x", "-q"]


# The browser


def make_program(path, code=0):
    """Write a program that ends with an exit code."""
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)
    return str(path)


@posix
def test_chromium_names_the_browser(scripts, tmp_path):
    browser = make_program(tmp_path / "mine")
    assert scripts.test.find_browser({"CHROMIUM": browser}) == browser


def test_a_wrong_chromium_is_a_fault(scripts, tmp_path):
    with pytest.raises(scripts.setup.SetupFault, match="CHROMIUM"):
        scripts.test.find_browser({"CHROMIUM": str(tmp_path / "none")})


@posix
def test_a_browser_on_path_is_found(scripts, tmp_path):
    browser = make_program(tmp_path / "google-chrome")
    assert scripts.test.find_browser({"PATH": str(tmp_path)}, "linux") == browser


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux starts candidates")
def test_a_browser_that_does_not_start_is_passed_over(scripts, tmp_path):
    """Ubuntu's chromium-browser may only say that a snap is missing."""
    make_program(tmp_path / "chromium-browser", code=1)
    browser = make_program(tmp_path / "google-chrome")
    assert scripts.test.find_browser({"PATH": str(tmp_path)}, "linux") == browser


@posix
def test_a_browser_in_program_files_is_found(scripts, tmp_path):
    program = tmp_path / scripts.test.WINDOWS_PROGRAMS[0]
    program.parent.mkdir(parents=True, exist_ok=True)
    make_program(program)
    environ = {"PATH": "", "PROGRAMFILES": str(tmp_path)}
    assert scripts.test.find_browser(environ, "win32") == str(program)


def test_mac_applications_are_searched(scripts):
    places = [str(place) for place in scripts.test.list_usual_places("darwin", {})]
    assert any("Google Chrome.app" in place for place in places)


def find_nothing(environ):
    """Stand in for a machine without a browser."""
    return None


def refuse_to_install():
    """Stand in for an installation that must not happen."""
    raise AssertionError("nothing may be installed here")


def test_a_missing_browser_is_skipped_outside_ci(scripts):
    provide = scripts.test.provide_browser
    assert provide({}, False, find_nothing, refuse_to_install) is None
    outcome = scripts.test.describe_outcome({"pytest": 0}, None)
    assert "browser tests skipped: no Chromium found" in outcome


def test_a_missing_browser_fails_in_ci(scripts, monkeypatch):
    monkeypatch.setattr(scripts.test, "is_root", lambda: False)
    with pytest.raises(scripts.setup.SetupFault, match="no Chromium"):
        scripts.test.provide_browser(
            {"CI": "true"}, False, find_nothing, refuse_to_install
        )


def test_root_in_ci_installs_a_browser(scripts, monkeypatch):
    monkeypatch.setattr(scripts.test, "is_root", lambda: True)
    monkeypatch.setattr(scripts.test.shutil, "which", lambda name: f"/usr/bin/{name}")
    answers = iter([None, "/usr/bin/chromium"])
    installed = []
    browser = scripts.test.provide_browser(
        {"CI": "true"},
        False,
        lambda environ: next(answers),
        lambda: installed.append(True),
    )
    assert browser == "/usr/bin/chromium"
    assert installed


def test_apt_is_updated_before_it_installs(scripts, monkeypatch):
    monkeypatch.setattr(scripts.test, "is_root", lambda: True)
    monkeypatch.setattr(scripts.test.shutil, "which", lambda name: f"/usr/bin/{name}")
    run = Runner()
    scripts.test.install_browser(run)
    assert [command[1] for command in run.commands] == ["update", "install"]


def test_the_whole_browser_is_installed_where_its_shell_is_not_offered(
    scripts, monkeypatch
):
    monkeypatch.setattr(scripts.test, "is_root", lambda: True)
    monkeypatch.setattr(scripts.test.shutil, "which", lambda name: f"/usr/bin/{name}")
    asked = []

    def run(command, env):
        asked.append(command[-2])
        return int("chromium-headless-shell" in command)

    scripts.test.install_browser(run)
    assert asked[1:] == ["chromium-headless-shell", "chromium"]


def test_installing_without_root_says_how(scripts, monkeypatch):
    monkeypatch.setattr(scripts.test, "is_root", lambda: False)
    monkeypatch.setattr(scripts.test.shutil, "which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(scripts.setup.SetupFault) as caught:
        scripts.test.install_browser(refuse_to_install)
    assert "sudo apt-get" in caught.value.remedy


def test_pytest_gets_the_browser_or_none(scripts):
    """A stale value from the caller must not name a browser that was not found."""
    environ = {"HOME": "/h", "LESSONKIT_CHROMIUM": "/stale"}
    build = scripts.test.build_environment
    assert build(environ, "/new") == {"HOME": "/h", "LESSONKIT_CHROMIUM": "/new"}
    assert build(environ, None) == {"HOME": "/h"}
