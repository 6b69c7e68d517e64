"""The audit script: what it makes of the words of its tools, and of missing ones."""

import gzip
import importlib.util
import json
import sys
import urllib.error
import urllib.request
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
NAMES = ("_setup", "_audit_html", "_audit_lighthouse", "_audit_server", "_audit_tools")


@pytest.fixture
def audit(monkeypatch) -> ModuleType:
    """The script, with its parts under the names by which it imports them."""
    for name in (*NAMES, "audit"):
        path = SCRIPTS / f"{name}.py"
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
    return module


def make_report(performance: float, **scores: float) -> dict:
    """Return a report of Lighthouse with one audit for each category."""
    scores = {"accessibility": 1, "best-practices": 1, "seo": 1, **scores}
    scores["performance"] = performance
    return {
        "categories": {
            name: {"score": score, "auditRefs": [{"id": f"{name}-audit", "weight": 2}]}
            for name, score in scores.items()
        },
        "audits": {
            f"{name}-audit": {
                "id": f"{name}-audit",
                "score": score,
                "displayValue": "12 ms",
            }
            for name, score in scores.items()
        },
    }


def test_a_page_is_judged_by_the_median_of_its_runs(audit):
    reports = [make_report(score) for score in (0.2, 0.97, 0.99)]
    verdict = audit.judge("home", "desktop", reports)
    assert verdict.points["performance"] == 97 and not verdict.find_weak()


def test_what_cost_a_weak_page_its_points_is_named(audit):
    weak = audit.judge("home", "desktop", [make_report(0.94, seo=0.5)])
    good = audit.judge("lesson", "desktop", [make_report(1)])
    table = audit.render_verdicts([weak, good])
    assert "home (desktop), performance: performance-audit 12 ms" in table
    assert "home (desktop), seo: seo-audit 12 ms" in table
    assert "lesson (desktop)" not in table
    assert table.splitlines()[1].split()[:3] == ["home", "desktop", "94"]


def test_a_phone_is_reported_and_never_fails(audit, monkeypatch, capsys, tmp_path):
    verdicts = [
        audit.judge("home", "desktop", [make_report(1)]),
        audit.judge("home", "mobile", [make_report(0.4)]),
    ]
    monkeypatch.setattr(audit, "audit_pages", lambda site, runs: verdicts)
    assert audit.report_pages(tmp_path, 1)
    assert "home (mobile), performance" in capsys.readouterr().out
    weak = audit.judge("home", "desktop", [make_report(0.4)])
    monkeypatch.setattr(audit, "audit_pages", lambda site, runs: [weak])
    assert not audit.report_pages(tmp_path, 1)


def test_only_what_is_no_error_of_ours_is_left_out(audit, tmp_path):
    said = "Attribute “autocomplete” is only allowed when the input type is “color”."
    theirs = '<input class="md-toggle" data-md-toggle="drawer" autocomplete="off">'
    core = "Attribute “displaystyle” not allowed on element “mfrac” at this point."
    page = f"file:{tmp_path.resolve()}/index.html"
    messages = [
        {"message": said, "extract": theirs, "url": page, "lastLine": 3},
        {"message": said, "extract": "<input type=checkbox>", "url": page},
        {"message": "Stray end tag “p”.", "extract": theirs, "url": page},
        {"message": core, "extract": '<mfrac displaystyle="true">', "url": page},
        {"message": core, "extract": '<div displaystyle="true">', "url": page},
    ]
    sort_messages = sys.modules["_audit_html"].sort_messages
    ours, left_out = sort_messages(messages, tmp_path)
    assert ours == [
        f"site/index.html:0: {said}",
        "site/index.html:0: Stray end tag “p”.",
        f"site/index.html:0: {core}",
    ]
    assert sorted(left_out.values()) == [1, 1]


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('openjdk version "17.0.15" 2025-04-15', 17),
        ('openjdk version "21-ea" 2023-09-19', 21),
        ('java version "1.8.0_292"', 1),
        ("command not found", 0),
    ],
)
def test_the_version_of_java_is_read(audit, text, version):
    assert sys.modules["_audit_tools"].find_java_version(text) == version


@pytest.mark.parametrize("tool", ["node", "java", "npm"])
def test_a_missing_tool_is_one_sentence_with_a_remedy(audit, monkeypatch, tool, capsys):
    tools = sys.modules["_audit_tools"]
    monkeypatch.setattr(tools.shutil, "which", lambda name: None)
    finders = {
        "node": tools.find_node,
        "java": tools.find_java,
        "npm": lambda: tools.ensure_package(("none", "1.0.0"), SCRIPTS / "none"),
    }
    code = audit.run_script(lambda arguments: finders[tool](), [])
    assert code == 2
    said = capsys.readouterr().err
    assert f"`{tool}`" in said and "install" in said and "Traceback" not in said


def test_a_package_is_fetched_once(audit, tmp_path, monkeypatch):
    tools = sys.modules["_audit_tools"]
    monkeypatch.setattr(tools.shutil, "which", lambda name: name)
    commands = []

    def install(command):
        commands.append(command)
        place = tmp_path / "tool/node_modules/tool"
        place.mkdir(parents=True)
        (place / "package.json").write_text(json.dumps({"version": "1.2.3"}))
        return 0

    for _ in range(2):
        place = tools.ensure_package(("tool", "1.2.3"), tmp_path, run=install)
        assert place == tmp_path / "tool/node_modules/tool"
    assert len(commands) == 1 and commands[0][-1] == "tool@1.2.3"


def test_a_folder_without_a_site_is_refused_in_words(audit, tmp_path, capsys):
    assert audit.run_script(audit.main, ["--site", str(tmp_path)]) == 2
    assert "holds no built site" in capsys.readouterr().err


def test_the_server_compresses_texts_and_serves_nothing_else(audit, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/index.html").write_text("<p>ü</p>", encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(b"png")
    with audit.serve(tmp_path) as origin:
        ask = urllib.request.Request(
            f"{origin}/a/", headers={"Accept-Encoding": "gzip"}
        )
        with urllib.request.urlopen(ask) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
            assert gzip.decompress(answer.read()).decode("utf-8") == "<p>ü</p>"
        with urllib.request.urlopen(f"{origin}/picture.png") as answer:
            assert answer.read() == b"png"
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{origin}/b/")
