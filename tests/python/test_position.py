"""Positions, and the questions about them that search."""

import copy
import pickle
import xml.etree.ElementTree

import pytest

import adoube
from interrupting import interrupted
from adoube import AdoubeError, Position


def test_moves_are_played_in_san_and_uci() -> None:
    position = Position()
    assert [position.push(move) for move in ("e4", "e7e5", "Ng1-f3", "Nc6", "f1b5", "a6")] == [
        "e4", "e5", "Nf3", "Nc6", "Bb5", "a6",
    ]  # fmt: skip
    assert position.push("e1g1") == "O-O"
    assert position.fen == "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 4"
    assert position.turn == "black"


def test_a_chess960_castling_is_king_takes_rook() -> None:
    position = Position("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
    assert "O-O" not in position.legal_moves()
    assert position.push("a2c3") == "Nc3"


def test_a_refused_move_leaves_the_position_as_it_was() -> None:
    position = Position("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1")
    reason = "the pawn on f2 is pinned to its king on e1 by the bishop on h4"
    before = position.fen
    with pytest.raises(AdoubeError, match=reason):
        position.push("f3")
    assert (position.why_illegal("f2f3"), position.why_illegal("Kd1"), position.fen) == (reason, None, before)


def test_legal_moves() -> None:
    position = Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert position.legal_moves() == [] and position.is_stalemate and not position.is_check
    mate = Position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert mate.is_checkmate and mate.is_check
    assert sorted(Position("7k/P7/8/8/8/8/8/K7 w - - 0 1").legal_moves(uci=True))[3:] == [
        "a7a8b", "a7a8n", "a7a8q", "a7a8r",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fen", "message"),
    [("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"), ("not a FEN", "piece placement"), ("", "piece placement")],
)
def test_an_unplayable_position_says_why(fen: str, message: str) -> None:
    with pytest.raises(AdoubeError) as raised:
        Position(fen)
    assert message.lower() in str(raised.value).lower()
    assert isinstance(raised.value, ValueError) and raised.value.path is None


def test_a_position_is_a_value() -> None:
    position = Position()
    twin = position.copy()
    twin.push("e4")
    assert twin != position and copy.copy(twin) == twin and pickle.loads(pickle.dumps(twin)) == twin
    assert repr(position) == f"Position('{position.fen}')"
    assert str(twin).splitlines()[:2] == ["Black to move", "8  r  n  b  q  k  b  n  r"]


def test_a_notebook_shows_a_diagram() -> None:
    position = Position()
    position.push("e4")
    picture = position._repr_svg_()
    assert xml.etree.ElementTree.fromstring(picture).tag.endswith("svg")
    assert 'width="360"' in picture and position.svg(size=90, flip=True) != picture


def test_perft_and_can_mate() -> None:
    assert [adoube.perft("startpos", depth) for depth in range(5)] == [1, 20, 400, 8902, 197281]
    assert adoube.perft(Position(), 6) == 119060324
    assert adoube.can_mate("8/8/8/4k3/8/8/8/3NK3 w - - 0 1", "white") is False
    assert adoube.can_mate(Position(), "black") is True
    with pytest.raises(AdoubeError, match="`green` is not a side"):
        adoube.can_mate(Position(), "green")  # type: ignore[arg-type]
    with pytest.raises(AdoubeError, match="at most 64"):
        adoube.perft("startpos", 1_000_000)


def test_a_long_count_can_be_interrupted() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted(lambda: adoube.perft("startpos", 12))
