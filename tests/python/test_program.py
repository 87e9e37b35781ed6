"""The program that the package brings."""

import os
import pathlib
import signal
import subprocess
import sys
import time

import adoube

GAMES = pathlib.Path(__file__).parents[2] / "fixtures" / "games"
BAD = pathlib.Path(__file__).parents[2] / "fixtures" / "rules" / "M101-illegal-move" / "bad.pgn"
MODULE = [sys.executable, "-m", "adoube"]
SCRIPT = [str(pathlib.Path(sys.executable).parent / "adoube")]


def run(*arguments: object, program: list[str] = MODULE, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = program + [str(argument) for argument in arguments]
    return subprocess.run(command, capture_output=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    script = script.replace("adoube", f"'{sys.executable}' -m adoube", 1)
    return subprocess.run(["sh", "-c", script], capture_output=True, check=False)


def test_it_has_the_exit_codes_of_the_program() -> None:
    for program in (MODULE, SCRIPT):
        assert run("validate", "-q", GAMES, program=program).returncode == 0
        assert run("validate", "-q", BAD, program=program).returncode == 1
        assert run("validate", "no-such-file.pgn", program=program).returncode == 2
        assert run("validate", "--no-such-option", program=program).returncode == 2
    assert run("--version").stdout.decode().split()[:2] == ["adoube", adoube.__version__]


def test_it_reads_standard_input() -> None:
    assert b"reading" not in run("validate", input=b"1. e4 e5 *\n").stderr
    done = run("replay", "--as", "san", "-", input=b"1. e4 e5 *\n")
    assert done.stdout.split() == [b"e4", b"e5"] or b"e4" in done.stdout


def test_what_it_writes_last_is_written() -> None:
    assert run("completions", "bash").stdout.endswith(b"\n")
    assert b".TH" in run("man").stdout


def test_a_closed_pipe_ends_it_quietly() -> None:
    done = shell(f"adoube replay '{GAMES}' | head -1")
    assert done.stdout.count(b"\n") == 1 and done.stderr == b""


def test_closed_streams_are_as_for_a_program(tmp_path: pathlib.Path) -> None:
    closed = shell(f"adoube validate -q '{GAMES}' >&-")
    assert closed.returncode == 2 and b"<stdout>: cannot be written" in closed.stderr
    assert shell("adoube validate -q - <&-").returncode == 2
    report = tmp_path / "findings.txt"
    done = shell(f"adoube validate '{BAD}' -o '{report}' 2>&- >&- <&-")
    assert done.returncode == 1 and b"error[M101]" in report.read_bytes() and b"games =" not in report.read_bytes()


def test_ctrl_c_ends_it(tmp_path: pathlib.Path) -> None:
    report = tmp_path / "counts.txt"
    command = [*MODULE, "stats", "-", "-o", str(report)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"1. e4 e5 *\n\n")
        process.stdin.flush()
        time.sleep(0.5)
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(5) == -signal.SIGINT
        process.stdin.close()
    assert not list(tmp_path.iterdir())
