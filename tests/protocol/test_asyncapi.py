"""The protocol as described for machines."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft7Validator

from protocol.asyncapi import ANSWERS, asyncapi, tag
from protocol.codec import JSON, MalformedMessage
from protocol.replies import Done
from tests import ROOT
from tests.protocol.messages import FROM_PLAYER, FROM_SERVER, messages

KEPT = ROOT / "protocol" / "asyncapi.json"
DOCUMENT = asyncapi()


def test_the_kept_document_is_current() -> None:
    """If this fails: `inarow protocol > protocol/asyncapi.json`."""
    assert json.loads(KEPT.read_text()) == json.loads(json.dumps(DOCUMENT))


def test_every_message_is_described() -> None:
    """In its channel, with a summary and a schema of its own."""
    expected = {tag(kind) for kind in FROM_PLAYER + FROM_SERVER}
    assert set(DOCUMENT["channels"]["player"]["messages"]) == expected
    described = DOCUMENT["components"]["messages"]
    assert set(described) == expected
    assert all(each["summary"] for each in described.values())


def test_every_request_names_its_replies() -> None:
    """One reply each: the one for success, or Refused."""
    for kind in FROM_PLAYER:
        operation = DOCUMENT["operations"][tag(kind)]
        replies = [each["$ref"].rsplit("/")[-1] for each in operation["reply"]["messages"]]
        assert operation["action"] == "receive"
        assert replies == [tag(ANSWERS.get(kind, Done)), "refused"]


def test_every_reference_leads_somewhere() -> None:
    """No $ref in the document dangles."""
    for reference in references(DOCUMENT):
        at: Any = DOCUMENT
        for key in reference.removeprefix("#/").split("/"):
            at = at[key]
        assert at


def test_discriminators_are_names() -> None:
    """AsyncAPI wants the name of the property, not OpenAPI's object."""
    items = DOCUMENT["components"]["schemas"]["Shown"]["properties"]["events"]["items"]
    assert items["discriminator"] == "type"


def references(part: Any) -> list[str]:
    if isinstance(part, list):
        return [each for item in part for each in references(item)]
    if not isinstance(part, dict):
        return []
    here = [part["$ref"]] if "$ref" in part else []
    return here + [each for item in part.values() for each in references(item)]


def validator(kind: str) -> Draft7Validator:
    schema = DOCUMENT["components"]["messages"][kind]["payload"]
    return Draft7Validator(schema | {"components": DOCUMENT["components"]})


@settings(max_examples=200)
@given(messages(FROM_PLAYER + FROM_SERVER))
def test_what_we_send_fits_the_description(message: Any) -> None:
    """Any message validates against its published schema."""
    data = json.loads(JSON.encode(message))
    validator(data["type"]).validate(data)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "move", "id": 1, "match": "m", "ply": 0},
        {"type": "move", "id": 1, "match": "m", "ply": 0, "cell": "h8"},
        {"type": "move", "id": -1, "match": "m", "ply": 0, "cell": 1},
        {"type": "move", "id": 1, "match": "m", "ply": 0, "cell": 1, "extra": 1},
    ],
)
def test_the_description_refuses_what_the_codec_refuses(data: dict[str, Any]) -> None:
    """A missing, mistyped, out of range or unknown field."""
    assert not validator("move").is_valid(data)
    with pytest.raises(MalformedMessage):
        JSON.decode_from_player(json.dumps(data))
