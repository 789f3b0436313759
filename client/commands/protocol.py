"""Print the protocol as an AsyncAPI 3 document in JSON, for tools that generate code or pages."""

import argparse
import json

from protocol.asyncapi import asyncapi


def configure(parser: argparse.ArgumentParser) -> None:
    """It takes no options."""


def run(args: argparse.Namespace) -> int:
    print(json.dumps(asyncapi(), indent=2))
    return 0
