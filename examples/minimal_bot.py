"""A whole bot with nothing of inarow in it: MessagePack over a WebSocket, random legal moves.

usage: minimal_bot.py [URL] [GAME] [NAME]
"""

import asyncio
import random
import sys
from typing import Any

try:
    import msgpack
    from websockets.asyncio.client import connect
    from websockets.typing import Subprotocol
except ImportError as missing:
    raise SystemExit(f"{missing}: pip install websockets msgpack") from None


def legal_cells(rules: dict[str, Any], moves: list[int]) -> list[int]:
    """The cells that may be played: empty, held up from below, and where the last move sends."""
    taken, below, sends = {*moves, None}, rules["below"], rules["sends"]
    empty = [cell for cell in range(len(rules["names"])) if cell not in taken]
    held = [cell for cell in empty if not below or below[cell] in taken]
    sent = sends[moves[-1]] if sends and moves else []
    return [cell for cell in held if cell in sent] or held


async def play(url: str, game: str, name: str) -> dict[str, Any]:
    """Play one match, and return the message that ended it."""
    async with connect(url, subprotocols=[Subprotocol("inarow.v1.msgpack")]) as socket:

        async def ask(request: str, id: int, **fields: object) -> None:
            await socket.send(msgpack.packb({"type": request, "id": id, **fields}))

        await ask("hello", 1, name=name, bot=True)
        await ask("showgame", 2, game=game)
        await ask("seek", 3, terms={"game": game, "clock": {"seconds": 60, "increment": 1}})
        rules, match, moves = dict[str, Any](), dict[str, Any](), list[int]()
        async for frame in socket:
            message: dict[str, Any] = msgpack.unpackb(frame)
            if message["type"] == "refused":
                raise SystemExit(message["text"])
            if message["type"] == "ended":
                return message
            if message["type"] == "gameshown":
                rules = message["game"]
            if message["type"] == "started":
                match, moves = message, list(message["terms"].get("opening", []))
            if message["type"] == "played":
                moves.append(message["cell"])
            if "turn" in message and message["turn"] == match["side"]:
                cell = random.choice(legal_cells(rules, moves))
                await ask("move", len(moves) + 4, match=match["match"], ply=len(moves), cell=cell)
    raise SystemExit("the server left before the match ended")


if __name__ == "__main__":
    given, default = sys.argv[1:], ["ws://127.0.0.1:8765", "tictactoe", "minimal"]
    print(asyncio.run(play(*given, *default[len(given) :])))
