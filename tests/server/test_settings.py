"""The server's settings, from flags, from the environment and from a file."""

import argparse
import json
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import pytest

from games.errors import Mistake
from server.setting_types import SWITCH
from server.settings import KINDS, Settings, add_flags, flag, load, variable

NAMES = [each.name for each in fields(Settings)]
DEFAULTS = Settings()
WAYS = ["flag", "variable", "file"]


CLUSTER: dict[str, Any] = {  # what is only right together
    "nats": ("nats://127.0.0.1:4222", "nats://two.example"),
    "node_url": "wss://one.example",
    "database": "postgresql://inarow@db.example/inarow",
}


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    add_flags(parser)
    return parser.parse_args(words)


def in_file(tmp_path: Path, text: str) -> argparse.Namespace:
    path = tmp_path / "inarow.toml"
    path.write_text(text)
    return parsed("--config", str(path))


def another(name: str, tmp_path: Path) -> Any:
    """A value that fits and is not the default, found by the kind of the default."""
    default = getattr(DEFAULTS, name)
    if KINDS[name].metavar == "FILE":
        (tmp_path / name).touch()
        return str(tmp_path / name)
    if KINDS[name].metavar == "HOST:PORT":
        return "127.0.0.1:9100"
    if "|" in KINDS[name].metavar:
        return next(each for each in KINDS[name].metavar.split("|") if each != default)
    if isinstance(default, bool):
        return not default
    if isinstance(default, int | float):
        return default + 1
    return ("play.example.org", "localhost:8000") if isinstance(default, tuple) else "another"


def give(
    way: str, name: str, value: Any, tmp_path: Path, besides: dict[str, Any] | None = None
) -> Settings:
    """Load with one setting given in one way, and perhaps others *besides* in variables."""
    environ = {variable(each): said(it) for each, it in (besides or {}).items() if each != name}
    if way == "file":
        return load(in_file(tmp_path, f"{name} = {json.dumps(value)}"), environ)
    if way == "variable":
        return load(parsed(), environ | {variable(name): said(value)})
    if KINDS[name] is SWITCH:
        return load(parsed(flag(name) if value else f"--no-{flag(name)[2:]}"), environ)
    return load(parsed(flag(name), said(value)), environ)


def said(value: Any) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)


class TestSources:
    def test_nothing_given_means_the_defaults(self) -> None:
        """With or without flags on the parser."""
        assert load(parsed(), {}) == load(argparse.Namespace(), {}) == DEFAULTS

    @pytest.mark.parametrize("way", WAYS)
    @pytest.mark.parametrize("name", NAMES)
    def test_every_setting_is_reached_in_every_way(
        self, name: str, way: str, tmp_path: Path
    ) -> None:
        """And only that one changes."""
        value = another(name, tmp_path)
        if name in ("cert", "key"):
            pair = {each: another(each, tmp_path) for each in ("cert", "key")}
            rest = {variable(each): path for each, path in pair.items() if each != name}
            words = [flag(name), value] if way == "flag" else []
            environ = rest | ({variable(name): value} if way == "variable" else {})
            args = in_file(tmp_path, f"{name} = '{value}'") if way == "file" else parsed(*words)
            assert load(args, environ) == Settings(**pair)
        elif name in CLUSTER:
            settings = give(way, name, CLUSTER[name], tmp_path, CLUSTER)
            assert settings == Settings(**CLUSTER)
        else:
            assert give(way, name, value, tmp_path) == Settings(**{name: value})

    @pytest.mark.parametrize("name", NAMES)
    def test_every_default_fits_its_own_kind(self, name: str) -> None:
        """What the help shows as default may also be given."""
        value = getattr(DEFAULTS, name)
        assert KINDS[name].fits(list(value) if isinstance(value, tuple) else value)

    @pytest.mark.parametrize("missing", CLUSTER)
    def test_what_makes_a_node_of_a_cluster_goes_together(self, missing: str) -> None:
        """And the sentence names what is missing."""
        environ = {variable(each): said(it) for each, it in CLUSTER.items() if each != missing}
        if missing == "nats":
            environ.pop(variable("database"))
        with pytest.raises(Mistake, match=missing):
            load(parsed(), environ)

    def test_a_flag_beats_the_environment_which_beats_the_file(self, tmp_path: Path) -> None:
        """Each for itself, not one source as a whole."""
        args = in_file(tmp_path, "port = 1\nburst = 1\ntext_length = 1")
        args.setting_port = "3"
        settings = load(args, {"INAROW_PORT": "2", "INAROW_BURST": "2"})
        assert (settings.port, settings.burst, settings.text_length) == (3, 2, 1)

    def test_a_switch_can_be_turned_off_by_a_stronger_source(self) -> None:
        """So an environment for many servers can be overruled for one."""
        assert load(parsed(), {"INAROW_BEHIND_PROXY": "yes"}).behind_proxy
        assert not load(parsed("--no-behind-proxy"), {"INAROW_BEHIND_PROXY": "yes"}).behind_proxy

    def test_the_file_can_be_named_by_the_environment(self, tmp_path: Path) -> None:
        """Unless the flag names another."""
        (tmp_path / "weak.toml").write_text("port = 1")
        environ = {"INAROW_CONFIG": str(tmp_path / "weak.toml")}
        assert load(parsed(), environ).port == 1
        assert load(in_file(tmp_path, "port = 2"), environ).port == 2

    def test_numbers_and_lists_are_taken_as_the_server_uses_them(self, tmp_path: Path) -> None:
        """Times are floats, origins are a tuple in lower case, and blanks around them go."""
        assert type(load(in_file(tmp_path, "heartbeat = 5"), {}).heartbeat) is float
        assert load(parsed("--origins", "A.org, b.org:81 ,[::1]:8"), {}).origins == (
            "a.org",
            "b.org:81",
            "[::1]:8",
        )
        assert load(parsed("--origins", ""), {}).origins == ()

    def test_other_variables_are_none_of_ours(self) -> None:
        """The client has variables of its own."""
        assert load(parsed(), {"INAROW_TOKEN": "x", "PORT": "x"}) == DEFAULTS

    def test_settings_stay_as_they_are(self) -> None:
        """Nobody can change them under a running server."""
        with pytest.raises(FrozenInstanceError):
            DEFAULTS.port = 1  # type: ignore[misc]


class TestMistakes:
    @pytest.mark.parametrize(
        ("name", "value", "right"),
        [
            ("host", "a b", "must be a word, not 'a b'"),
            ("name", "", "must be a word, not ''"),
            ("database", "two\nlines", "must be a line of text, not 'two\\nlines'"),
            ("port", "http", "must be a whole number, 0 to 65535, not 'http'"),
            ("port", "65536", "must be a whole number, 0 to 65535, not '65536'"),
            ("port", "80.5", "must be a whole number, 0 to 65535, not '80.5'"),
            ("burst", "-1", "must be a whole number, 1 to 1000000, not '-1'"),
            ("heartbeat", "0", "must be a number, 0.1 to 86400, not '0'"),
            ("watch_delay", "-1", "must be a number, 0 to 86400, not '-1'"),
            ("watch_delay", "nan", "must be a number, 0 to 86400, not 'nan'"),
            ("watch_delay", "inf", "must be a number, 0 to 86400, not 'inf'"),
            ("watch_delay", "soon", "must be a number, 0 to 86400, not 'soon'"),
            ("durability", "none", "must be full or process, not 'none'"),
            ("log_level", "INFO", "must be debug or info or warning or error, not 'INFO'"),
            ("cert", "/no/such", "must be a file that can be read, not '/no/such'"),
            ("origins", "https://a.org", "must be hosts such as play.example.org"),
            ("origins", "a.org,,b.org", "must be hosts such as play.example.org"),
            ("metrics", "9100", "must be an address such as 127.0.0.1:9100, not '9100'"),
            ("metrics", "here:http", "must be an address such as 127.0.0.1:9100"),
            ("bots", "3,,5", "must be bots such as 3,full,./mybot.py, or yes for 1,3,5,8,full"),
        ],
    )
    @pytest.mark.parametrize("way", ["flag", "variable"])
    def test_a_wrong_text_is_told_with_its_source_and_what_is_right(
        self, way: str, name: str, value: str, right: str, tmp_path: Path
    ) -> None:
        """From the command line or from the environment."""
        source = flag(name) if way == "flag" else variable(name)
        environ = {source: value} if way == "variable" else {}
        args = parsed(f"{source}={value}") if way == "flag" else parsed()
        with pytest.raises(Mistake) as caught:
            load(args, environ)
        assert str(caught.value).startswith(f"{source} {right}")
        assert repr(value) in str(caught.value)

    @pytest.mark.parametrize(
        ("text", "bots"),
        [
            ("yes", ("1", "3", "5", "8", "full")),
            ("no", ()),
            ("1", ("1",)),
            ("3, full", ("3", "full")),
            (
                "search:level=4,workers=2,chance:seed=1,7",
                ("search:level=4,workers=2", "chance:seed=1", "7"),
            ),
        ],
    )
    def test_bots_are_told_apart_by_commas(self, text: str, bots: tuple[str, ...]) -> None:
        """But for those in the options of a brain; the bare flag means the usual ones."""
        assert load(parsed(), {"INAROW_BOTS": text}).bots == bots
        assert load(parsed(f"--bots={text}"), {}).bots == bots
        assert load(parsed("--bots", "--port", "0"), {}).bots == ("1", "3", "5", "8", "full")

    def test_a_wrong_switch_in_the_environment_is_told(self) -> None:
        """The flag itself takes no value."""
        with pytest.raises(Mistake, match="INAROW_BEHIND_PROXY must be true or false, not 'on'"):
            load(parsed(), {"INAROW_BEHIND_PROXY": "on"})

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("port = '80'", "must be a whole number, 0 to 65535, not '80'"),
            ("port = 70000", "must be a whole number, 0 to 65535, not 70000"),
            ("port = true", "must be a whole number, 0 to 65535, not True"),
            ("heartbeat = true", "must be a number, 0.1 to 86400, not True"),
            ("heartbeat = nan", "must be a number, 0.1 to 86400, not nan"),
            ("heartbeat = [1]", "must be a number, 0.1 to 86400, not [1]"),
            ("host = 1", "must be a word, not 1"),
            ("durability = 1", "must be full or process, not 1"),
            ("behind_proxy = 1", "must be true or false, not 1"),
            ("origins = 'a.org'", "must be hosts such as"),
            ("origins = [1]", "must be hosts such as"),
            ("bots = [1]", "must be bots such as"),
            ("key = '/no/such'", "must be a file that can be read, not '/no/such'"),
        ],
    )
    def test_a_wrong_value_in_the_file_is_told_with_its_key(
        self, line: str, told: str, tmp_path: Path
    ) -> None:
        """Values there have types, and text is no number."""
        with pytest.raises(Mistake) as caught:
            load(in_file(tmp_path, line), {})
        key = line.split()[0]
        assert str(caught.value).startswith(f"{key} in {tmp_path / 'inarow.toml'} {told}")

    def test_a_wrong_value_is_told_even_if_a_stronger_source_has_a_right_one(self) -> None:
        """It would only wait for the day when the stronger one is gone."""
        with pytest.raises(Mistake, match="INAROW_PORT"):
            load(parsed("--port", "1"), {"INAROW_PORT": "x"})

    @pytest.mark.parametrize(
        ("key", "meant"),
        [
            ("prot", "did you mean port"),
            ("log-level", "did you mean log_level"),
            ("Heartbeat", "did you mean heartbeat"),
            ("zzz", "--help` lists them"),
        ],
    )
    def test_an_unknown_key_names_the_closest(self, key: str, meant: str, tmp_path: Path) -> None:
        """A slip is not silently ignored."""
        with pytest.raises(Mistake, match=f"no setting is called '{key}' in .*toml: .*{meant}"):
            load(in_file(tmp_path, f"{key} = 1"), {})

    def test_a_missing_file_is_told(self, tmp_path: Path) -> None:
        """With its path and the reason."""
        path = tmp_path / "gone.toml"
        with pytest.raises(Mistake, match=r"cannot read .*gone\.toml: No such file"):
            load(parsed(), {"INAROW_CONFIG": str(path)})

    @pytest.mark.parametrize("raw", [b"port 1", b"port = 1\nport = 2", b"name = '\xff'"])
    def test_a_file_that_is_not_toml_is_told(self, raw: bytes, tmp_path: Path) -> None:
        """Be it the syntax or the encoding."""
        (tmp_path / "bad.toml").write_bytes(raw)
        with pytest.raises(Mistake, match=r"bad\.toml is not a TOML file: "):
            load(parsed("--config", str(tmp_path / "bad.toml")), {})

    @pytest.mark.parametrize(("one", "other"), [("cert", "key"), ("key", "cert")])
    @pytest.mark.parametrize("way", WAYS)
    def test_a_certificate_needs_its_key_and_a_key_its_certificate(
        self, way: str, one: str, other: str, tmp_path: Path
    ) -> None:
        """Half of the pair says where it was given."""
        source = {
            "flag": flag(one),
            "variable": variable(one),
            "file": f"{one} in {tmp_path / 'inarow.toml'}",
        }[way]
        with pytest.raises(Mistake) as caught:
            give(way, one, another(one, tmp_path), tmp_path)
        assert str(caught.value).startswith(f"{source} is '")
        assert str(caught.value).endswith(f"but {other} is not set: set both or neither")


class TestHelp:
    def test_help_shows_every_flag_with_its_default(self) -> None:
        """And where else it can be set."""
        parser = argparse.ArgumentParser()
        add_flags(parser)
        told = " ".join(parser.format_help().split())
        assert all(flag(name) in told for name in NAMES)
        assert "INAROW_LIKE_THIS" in told
        assert "0 takes any free one (default: 8765)" in told
        assert "see a match later (default: 0)" in told

    def test_a_command_can_have_some_flags_beside_its_own_arguments(self) -> None:
        """Such as one that only needs the database, and a NAME that is not the server's."""
        parser = argparse.ArgumentParser()
        parser.add_argument("name")
        add_flags(parser, ["database"])
        settings = load(parser.parse_args(["ann", "--database", "x.db"]), {})
        assert settings == Settings(database="x.db")
        assert "--port" not in parser.format_help()
