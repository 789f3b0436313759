"""The protocol described for machines: an AsyncAPI 3 document, made from the message classes."""

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from protocol.closes import Close, try_again
from protocol.codec import CODECS
from protocol.messages import FromPlayer, FromServer
from protocol.names import LONGEST_NAME
from protocol.parts import PROTOCOL, Message
from protocol.replies import (
    AuditEntries,
    Bans,
    Blocked,
    Done,
    Fixtures,
    GameShown,
    InviteShown,
    Leaders,
    Matches,
    Nodes,
    Opened,
    Players,
    Refused,
    Replies,
    Results,
    Seeks,
    Shown,
    Tournaments,
    TournamentShown,
    Welcome,
)
from protocol.requests import (
    Block,
    Challenge,
    Hello,
    Invite,
    ListAudit,
    ListBans,
    ListBlocked,
    ListFixtures,
    ListLeaders,
    ListMatches,
    ListNodes,
    ListPlayers,
    ListResults,
    ListSeeks,
    ListTournaments,
    OpenTournament,
    Seek,
    ShowGame,
    ShowInvite,
    ShowMatch,
    ShowTournament,
    Unblock,
)
from protocol.texts import ASCII_FIRST

Schema = dict[str, Any]
CHANNEL = "player"
DESCRIPTION = (
    "What players and the server of inarow say to each other. WebSocket subprotocols: "
    f"{', '.join(CODECS)}. Binary frames hold MessagePack, text frames JSON, of the same messages. "
    "A frame that does not fit its schema closes the connection with "
    f"{Close.POLICY_VIOLATION.value}, and so does an integer that is written with a point, like "
    "1.0; but a value that is merely beyond its bounds is refused. The name of a player has 1 to "
    f"{LONGEST_NAME} of the letters a to z and A to Z, digits, '-', '_' and '.', and begins with a "
    "letter. Whoever is turned away with "
    f"{Close.TRY_AGAIN_LATER.value} reads in the reason how many seconds to wait, as in "
    f"'{try_again(2.5, 'the server is full')}'."
)
# What a request is answered with when it is carried out, where that is not Done.
ANSWERS: dict[type[Message], type[Message]] = {
    Hello: Welcome,
    Seek: Opened,
    Challenge: Opened,
    Invite: Opened,
    ShowInvite: InviteShown,
    ListSeeks: Seeks,
    ListMatches: Matches,
    ListPlayers: Players,
    ListResults: Results,
    ListLeaders: Leaders,
    ShowMatch: Shown,
    ShowGame: GameShown,
    OpenTournament: Opened,
    ListTournaments: Tournaments,
    ShowTournament: TournamentShown,
    ListFixtures: Fixtures,
    Block: Blocked,
    Unblock: Blocked,
    ListBlocked: Blocked,
    ListNodes: Nodes,
    ListBans: Bans,
    ListAudit: AuditEntries,
}


def asyncapi() -> Schema:
    """The whole document, from the point of view of the server."""
    requests, answers = get_args(FromPlayer), get_args(FromServer)
    everything = (*requests, *answers)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "inarow",
            "version": str(PROTOCOL),
            "description": DESCRIPTION,
            "license": {"name": "MIT"},
        },
        "defaultContentType": "application/msgpack",
        "servers": {"local": {"host": "127.0.0.1:8765", "protocol": "ws", "pathname": "/"}},
        "channels": {
            CHANNEL: {
                "address": "/",
                "description": "One WebSocket carries everything that a player does.",
                "messages": {
                    tag(each): {"$ref": f"#/components/messages/{tag(each)}"} for each in everything
                },
            }
        },
        "operations": {tag(each): _request(each) for each in requests}
        | {
            "announce": _operation(
                "send", [each for each in answers if each not in get_args(Replies)]
            )
        },
        "components": {
            "messages": {tag(each): _described(each) for each in everything},
            "schemas": _schemas(everything),
        },
    }


def tag(message: type[Message]) -> str:
    """The message's type on the wire."""
    name = message.__struct_config__.tag
    assert isinstance(name, str), "messages are tagged with text"
    return name


def _request(message: type[Message]) -> Schema:
    """The server receives a request, and replies to each once."""
    replies: list[type[Message]] = [ANSWERS.get(message, Done), Refused]
    return _operation("receive", [message]) | {"reply": _on_channel(replies)}


def _operation(action: str, messages: Sequence[type[Message]]) -> Schema:
    return {"action": action, **_on_channel(messages)}


def _on_channel(messages: Sequence[type[Message]]) -> Schema:
    return {
        "channel": {"$ref": f"#/channels/{CHANNEL}"},
        "messages": [{"$ref": f"#/channels/{CHANNEL}/messages/{tag(each)}"} for each in messages],
    }


def _described(message: type[Message]) -> Schema:
    return {
        "name": tag(message),
        "summary": (message.__doc__ or "").split("\n")[0],
        "payload": {"$ref": f"#/components/schemas/{message.__name__}"},
    }


def _schemas(messages: tuple[type[Message], ...]) -> Schema:
    _, components = msgspec.json.schema_components(
        messages, ref_template="#/components/schemas/{name}"
    )
    return {name: _draft_7(schema) for name, schema in sorted(components.items())}


def _draft_7(schema: Any) -> Any:
    """The schema as AsyncAPI reads it: msgspec writes tuples and unions in newer ways."""
    if isinstance(schema, list):
        return [_draft_7(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    known = {key: _draft_7(value) for key, value in schema.items() if key != "prefixItems"}
    if isinstance(schema.get("discriminator"), dict):
        known["discriminator"] = schema["discriminator"]["propertyName"]
    if "pattern" in schema:
        # What follows is Python's: others do without the first, and write the end otherwise.
        known["pattern"] = schema["pattern"].replace(ASCII_FIRST, "").replace(r"\Z", "$")
    if "prefixItems" in schema:
        known |= {"items": _draft_7(schema["prefixItems"]), "additionalItems": False}
    return known
