"""Writes one record for each move of the games of a file, as `adoube replay --format jsonl` does, with python-chess."""

import json
import sys

import chess.pgn

path = sys.argv[1]
with open(path, encoding="utf-8", errors="replace") as games:
    number = 0
    while game := chess.pgn.read_game(games):
        number += 1
        board = game.board()
        for ply, node in enumerate(game.mainline()):
            san = board.san(node.move)
            board.push(node.move)
            score = node.eval()
            record = {
                "type": "ply",
                "file": path,
                "game": number,
                "ply": ply,
                "san": san,
                "uci": node.move.uci(),
                "fen": board.fen(en_passant="fen"),
                "clk": node.clock(),
                "eval": score and score.white().score(),
                "mate": score and score.white().mate(),
            }
            print(json.dumps(record))
