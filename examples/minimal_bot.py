"""A whole bot with nothing of inarow in it: MessagePack over a WebSocket, random legal moves.

usage: minimal_bot.py [URL] [GAME] [NAME]
"""

import asyncio
import random
import sys
from math import prod
from typing import Any

import msgpack
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol


def legal_cells(game: str, shape: list[int], moves: list[int]) -> list[int]:
    """The cells that may be played, by the rules in protocol/README.md."""
    empty = [cell for cell in range(prod(shape)) if cell not in moves]
    if game.startswith("connect4"):
        lowest = {cell % shape[1]: cell for cell in empty}  # the last of each column stays
        return list(lowest.values())
    if game.startswith("nineboard") and moves:
        return [cell for cell in empty if cell // 9 == moves[-1] % 9] or empty
    return empty


async def play(url: str, game: str, name: str) -> dict[str, Any]:
    """Play one match, and return the message that ended it."""
    async with connect(url, subprotocols=[Subprotocol("inarow.v1.msgpack")]) as socket:

        async def ask(request: str, id: int, **fields: object) -> None:
            await socket.send(msgpack.packb({"type": request, "id": id, **fields}))

        await ask("hello", 1, name=name, bot=True)
        terms = {"game": game, "clock": {"seconds": 60, "increment": 1}}
        await ask("seek", 2, terms=terms)
        match: dict[str, Any] = {}
        moves: list[int] = []
        async for frame in socket:
            message: dict[str, Any] = msgpack.unpackb(frame)
            if message["type"] == "refused":
                raise SystemExit(message["text"])
            if message["type"] == "ended":
                return message
            if message["type"] == "started":
                match, moves = message, list(message["terms"].get("opening", []))
            if message["type"] == "played":
                moves.append(message["cell"])
            if "turn" in message and message["turn"] == match["side"]:
                cell = random.choice(legal_cells(game, match["shape"], moves))
                await ask("move", len(moves) + 3, match=match["match"], ply=len(moves), cell=cell)
    raise SystemExit("the server left before the match ended")


if __name__ == "__main__":
    given, default = sys.argv[1:], ["ws://127.0.0.1:8765", "tictactoe", "minimal"]
    print(asyncio.run(play(*given, *default[len(given) :])))
