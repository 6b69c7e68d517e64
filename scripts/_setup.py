"""Make and reuse the checkout's own environment, `.venv`, for the two scripts.

Standard library only. Every file here must parse on Python 3.6, so that an old
Python gets a sentence instead of a syntax error.
"""

import hashlib
import importlib.util
import os
import platform
import shutil
import signal
import subprocess
import sys
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 14)
ROOT = Path(__file__).resolve().parent.parent
# Written into an environment that these scripts made, and so may replace.
OWNER_FILE = "made-by-scripts.txt"
STAMP_SUFFIX = ".installed"
PROBE = (
    "import importlib.util, platform, sys; "
    "print(*sys.version_info[:2], sys.implementation.cache_tag, sys.platform,"
    " platform.machine(), sys.prefix, sep='\\n'); "
    "print('pip' if importlib.util.find_spec('pip') else 'no pip')"
)


class SetupFault(Exception):
    """A fault of use or environment: one sentence and a remedy."""

    def __init__(self, sentence, remedy):
        super().__init__(sentence)
        self.sentence = sentence
        self.remedy = remedy


def find_version_fault(version):
    """Return the sentence for a Python that is too old, else None."""
    if tuple(version[:2]) >= OLDEST:
        return None
    return (
        f"error: this is Python {version[0]}.{version[1]}, and JAX Pathways needs "
        f"Python {OLDEST[0]}.{OLDEST[1]} or newer: install one and run this "
        "command with it."
    )


# At import, before anything that an old Python could not evaluate.
_FAULT = find_version_fault(sys.version_info)
if _FAULT:
    print(_FAULT, file=sys.stderr)
    raise SystemExit(2)


def say(text: str) -> None:
    """Print at once, so that a child's output does not overtake the line."""
    print(text, flush=True)


def shown(path: Path) -> str:
    """Return the path as a user in the current folder would type it."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def run(command: list, env: "dict | None" = None) -> int:
    """Run a command in the checkout and return its exit code; it ends with us."""
    with subprocess.Popen([str(part) for part in command], cwd=ROOT, env=env) as child:

        def end(number, frame):
            child.terminate()
            raise SystemExit(128 + number)

        signal.signal(signal.SIGTERM, end)
        try:
            return child.wait()
        except KeyboardInterrupt:
            # The terminal sent Ctrl-C to the child too: let it tidy up first.
            try:
                child.wait(timeout=10)
            except subprocess.TimeoutExpired:
                child.terminate()
            raise
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def get_venv_python(venv: Path) -> Path:
    """Return where an environment keeps its Python on this system."""
    windows = os.name == "nt"
    return venv / ("Scripts/python.exe" if windows else "bin/python")


def find_identity(python: Path) -> "list | None":
    """Ask a Python what it is; None if it does not run."""
    try:
        answer = subprocess.run(
            [str(python), "-I", "-c", PROBE], capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.splitlines() if answer.returncode == 0 else None


def create_venv(venv: Path) -> None:
    """Create an environment with pip, as `python -m venv` does."""
    from venv import EnvBuilder  # Debian may lack it; make_venv looks first.

    EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(venv)


def ensure_venv(root: Path = ROOT, create=create_venv) -> Path:
    """Return the Python of `.venv`, which is made or made again where needed."""
    venv = root / ".venv"
    python = get_venv_python(venv)
    owner = venv / OWNER_FILE
    if not venv.exists():
        make_venv(venv, create)
    elif not owner.exists():
        check_foreign_venv(venv, find_identity(python))
    elif owner.read_text("utf-8") != describe_owner(venv) or not find_identity(python):
        say("The environment .venv is unfinished, moved or of another Python.")
        empty_venv(venv)
        make_venv(venv, create)
    return python


def describe_owner(venv: Path) -> str:
    """Return what the owner file of a finished environment holds."""
    return f"Python {sys.version_info[0]}.{sys.version_info[1]}\n{venv}\n"


def check_foreign_venv(venv: Path, identity: "list | None") -> None:
    """Refuse an environment that someone else made and that cannot serve."""
    remedy = f"delete or rename the folder {shown(venv)} and run this command again."
    if not identity:
        raise SetupFault(
            "the environment .venv does not work, and was not made by this script.",
            remedy,
        )
    version = tuple(int(part) for part in identity[:2])
    if version < OLDEST:
        raise SetupFault(
            f"the environment .venv has Python {version[0]}.{version[1]}, "
            f"and {OLDEST[0]}.{OLDEST[1]} or newer is needed.",
            remedy,
        )
    if identity[-1] == "no pip":  # What Debian's venv leaves, or another tool makes.
        raise SetupFault("the environment .venv has no pip.", remedy)


def empty_venv(venv: Path) -> None:
    """Delete what is in an environment that these scripts made."""
    if Path(sys.prefix).resolve() == venv.resolve():
        raise SetupFault(
            "the environment .venv must be made again, and this Python runs from it.",
            "run the same command with the Python that you installed (python3 or py).",
        )
    try:
        # The owner file stays: whatever interrupts this, the rest is still ours.
        (venv / OWNER_FILE).write_text("unfinished\n", "utf-8")
        for path in [path for path in venv.iterdir() if path.name != OWNER_FILE]:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    except OSError as fault:
        raise SetupFault(
            f"the environment .venv could not be emptied ({fault}).",
            f"close programs that use it, delete {shown(venv)}, run this again.",
        ) from fault


def find_missing_module() -> "str | None":
    """Return the module without which this Python can make no environment."""
    names = ("venv", "ensurepip")
    return next((name for name in names if not importlib.util.find_spec(name)), None)


def make_venv(venv: Path, create=create_venv) -> None:
    """Create the environment; its owner file is filled when it is whole."""
    missing = find_missing_module()
    if missing:
        raise SetupFault(
            f"this Python cannot make an environment: it has no {missing} module.",
            "on Debian and Ubuntu run `sudo apt-get install python3-venv`; elsewhere "
            "install Python from python.org.",
        )
    say(f"Making the environment {shown(venv)} ...")
    try:
        venv.mkdir(exist_ok=True)
        (venv / OWNER_FILE).write_text("unfinished\n", "utf-8")
        create(venv)
        (venv / OWNER_FILE).write_text(describe_owner(venv), "utf-8")
    except (OSError, subprocess.CalledProcessError) as fault:
        raise SetupFault(
            f"the environment .venv could not be made ({fault}).",
            "check the rights of the folder and the space on the disk; if both are "
            "good, install Python from python.org and use that.",
        ) from fault


def collect_requirement_files(path: Path) -> list:
    """Return a requirements file and the ones that it includes."""
    files = [path]
    for line in path.read_text("utf-8").splitlines():
        words = line.split()
        if len(words) == 2 and words[0] in ("-r", "--requirement", "-c"):
            files += collect_requirement_files(path.parent / words[1])
    return files


def compute_stamp(root: Path, requirements: str, identity: list) -> str:
    """Return the hash of all that decides what gets installed."""
    digest = hashlib.sha256("\n".join(identity).encode())
    files = [*collect_requirement_files(root / requirements), root / "pyproject.toml"]
    for path in files:
        # A checkout with CRLF line ends asks for the same packages.
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(path.name.encode() + b"\0" + content + b"\0")
    return digest.hexdigest()


def find_stamps(root: Path, identity: list) -> dict:
    """Return the stamps in `.venv` that are still true, by requirements file."""
    stamps = {}
    for path in (root / ".venv").glob("*" + STAMP_SUFFIX):
        requirements = path.name[: -len(STAMP_SUFFIX)]
        if not (root / requirements).exists():
            continue
        stamp = compute_stamp(root, requirements, identity)
        if path.read_text("utf-8") == stamp:
            stamps[requirements] = stamp
    return stamps


def install(root: Path, requirements: str, python: Path, run=run) -> bool:
    """Install a requirements file unless that is done; say whether it was needed."""
    identity = find_identity(python) or []
    stamps = find_stamps(root, identity)
    if requirements in stamps:
        return False
    # No stamp may outlive an installation that is cut off. Those that were true
    # come back afterwards: both requirements files pin the same versions.
    earlier = list((root / ".venv").glob("*" + STAMP_SUFFIX))
    for path in earlier:
        path.unlink()
    say(f"Installing {requirements} into .venv (minutes the first time) ...")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install"]
    # The first time shows pip's progress; later ones would list what is there.
    quiet = ["--quiet"] if earlier else []
    code = run([*pip, *quiet, "-r", root / requirements])
    if code:
        raise build_install_fault(requirements, code)
    stamps[requirements] = compute_stamp(root, requirements, identity)
    for name, stamp in stamps.items():
        (root / ".venv" / (name + STAMP_SUFFIX)).write_text(stamp, "utf-8")
    return True


def build_install_fault(requirements: str, code: int) -> SetupFault:
    """Return the sentence and the likely remedy for a failed installation."""
    reason = find_platform_reason(sys.platform, platform.machine(), sys.version_info)
    return SetupFault(
        f"installing {requirements} failed (pip's exit code {code}); "
        "pip's own message stands above.",
        reason
        or "check the network connection (pip downloads from pypi.org) and the space "
        "on the disk, then run the same command again.",
    )


def find_platform_reason(system: str, machine: str, version) -> "str | None":
    """Return why this system or Python can have no JAX packages, if so."""
    if system == "darwin" and machine == "x86_64":
        return (
            "JAX publishes no packages for Intel macOS: on a Mac with Apple silicon "
            "install Python for arm64; for an Intel Mac use another machine."
        )
    if system == "win32" and machine.upper() == "ARM64":
        return "JAX publishes no packages for Windows on ARM: use another machine."
    if sys.maxsize < 2**32:
        return "this is a 32-bit Python: install a 64-bit one."
    if tuple(version[:2]) > NEWEST:
        return (
            f"the pinned packages are known for Python {OLDEST[0]}.{OLDEST[1]} to "
            f"{NEWEST[0]}.{NEWEST[1]}, and this is {version[0]}.{version[1]}: "
            "run this command with one of those."
        )
    return None


def set_up(requirements: str) -> Path:
    """Return the Python of `.venv` with a requirements file installed."""
    python = ensure_venv()
    install(ROOT, requirements, python)
    return python


def run_script(main, arguments: list) -> int:
    """Run a script's main function; faults become sentences and exit codes."""
    try:
        return main(arguments)
    except SetupFault as fault:
        print(f"error: {fault.sentence}\n  help: {fault.remedy}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130
