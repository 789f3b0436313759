"""Asks are carried out once and answered, losses are found, and the gone are not listened to."""

import asyncio

import msgspec
import pytest

from protocol.parts import Fault
from server.cluster.exchange import (
    AGAIN,
    BEAT,
    LONGEST_KEPT,
    MOST_ANSWERS,
    SILENT,
    Astray,
    Unreachable,
)
from server.cluster.letters import VERSION, Batch, Kind, Letter, decode_batch, encode
from server.refusal import Refusal
from tests.server.cluster.exchanges import NEVER, three
from tests.server.cluster.virtual_time import idle, in_virtual_time, now


class TestAnAsk:
    @in_virtual_time
    async def test_is_answered_at_once(self) -> None:
        """By the node that was asked."""
        _, a, b, c = three()
        assert await a.ask("b", "how are you") == "how are you"
        assert (b.asks, c.asks, now()) == (["how are you"], [], 0.0)

    @in_virtual_time
    async def test_is_refused_with_all_that_a_refusal_says(self) -> None:
        """Code, text and how long to wait."""
        _, a, b, _ = three()
        b.answering = False
        asking = asyncio.create_task(a.ask("b", "may I"))
        await idle()
        b.unanswered[0].refuse(Refusal(Fault.BUSY, "not now", 2.5))
        with pytest.raises(Refusal) as refused:
            await asking
        refusal = refused.value
        assert (refusal.code, refusal.text, refusal.wait) == (Fault.BUSY, "not now", 2.5)

    @in_virtual_time
    async def test_may_be_astray(self) -> None:
        """Then another node is to be asked."""
        _, a, b, _ = three()
        b.answering = False
        asking = asyncio.create_task(a.ask("b", "is it yours"))
        await idle()
        b.unanswered[0].astray()
        with pytest.raises(Astray):
            await asking

    @in_virtual_time
    async def test_is_carried_out_once_however_often_its_answer_is_lost(self) -> None:
        """The answer is kept, and sent again."""
        network, a, b, _ = three()
        network.cut.add(("b", "a"))
        asyncio.get_running_loop().call_later(3.5 * AGAIN, network.cut.clear)
        assert await a.ask("b", "once") == "once"
        assert (b.asks, now()) == (["once"], 4 * AGAIN)

    @in_virtual_time
    async def test_is_carried_out_once_however_long_that_takes(self) -> None:
        """It is not begun anew while it is under way."""
        network, a, b, _ = three()
        b.answering = False
        asking = asyncio.create_task(a.ask("b", "slowly"))
        await asyncio.sleep(3.5 * AGAIN)
        assert len(network.carried) == 4
        b.unanswered[0].done(b"done")
        assert (await asking, b.asks) == ("done", ["slowly"])

    @in_virtual_time
    async def test_is_sent_again_when_it_was_lost_itself(self) -> None:
        """And then carried out."""
        network, a, b, _ = three()
        network.cut.add(("a", "b"))
        asyncio.get_running_loop().call_later(AGAIN / 2, network.cut.clear)
        assert await a.ask("b", "again") == "again"
        assert (b.asks, now()) == (["again"], AGAIN)

    @in_virtual_time
    async def test_is_sent_again_as_soon_as_the_bus_is_back(self) -> None:
        """Nobody waits for the next try."""
        network, a, _, _ = three()
        network.cut.add(("a", "b"))
        asking = asyncio.create_task(a.ask("b", "again"))
        await asyncio.sleep(AGAIN / 4)
        network.cut.clear()
        a.exchange.reconnected()
        assert (await asking, now()) == ("again", AGAIN / 4)

    @in_virtual_time
    async def test_is_carried_out_once_though_somebody_has_given_up_meanwhile(self) -> None:
        """Where it is made under the same number once more."""
        network, a, b, _ = three()
        number = a.exchange.number()
        network.cut.add(("b", "a"))
        with pytest.raises(Unreachable):
            await a.exchange.ask("b", b"once", 0.5, number)
        network.cut.clear()
        assert await a.exchange.ask("b", b"once", 0.5, number) == b"once"
        assert b.asks == ["once"]

    @in_virtual_time
    async def test_that_went_astray_may_be_made_again(self) -> None:
        """The same node may be the one to ask by then."""
        _, a, b, _ = three()
        b.answering, number = False, a.exchange.number()
        for body in (b"too early", b"in time"):
            asking = asyncio.create_task(a.exchange.ask("b", body, 0.5, number))
            await idle()
            if body == b"in time":
                b.unanswered[-1].done(body)
                assert await asking == body
            else:
                b.unanswered[-1].astray()
                with pytest.raises(Astray):
                    await asking

    @in_virtual_time
    async def test_has_an_end(self) -> None:
        """After the patience of whoever asks, though that is no whole number of tries."""
        network, a, _, _ = three()
        network.cut.add(("a", "b"))
        with pytest.raises(Unreachable, match="does not answer"):
            await a.ask("b", "hello", patience=2.25)
        assert now() == pytest.approx(2.25)

    @in_virtual_time
    async def test_fails_at_once_where_there_is_nobody(self) -> None:
        """Without a letter."""
        network, a, _, _ = three()
        with pytest.raises(Unreachable, match="there is no node nobody"):
            await a.ask("nobody", "hello")
        assert (network.carried, now()) == ([], 0.0)

    @in_virtual_time
    async def test_fails_at_once_when_its_node_is_gone(self) -> None:
        """What others were asked is still awaited."""
        _, a, b, c = three()
        b.answering = c.answering = False
        of_b, of_c = (asyncio.create_task(a.ask(node, "hello")) for node in "bc")
        await asyncio.sleep(AGAIN / 2)
        a.meet(c)
        with pytest.raises(Unreachable, match="the node b is gone"):
            await of_b
        assert now() == AGAIN / 2
        c.unanswered[0].done(b"hello")
        assert await of_c == "hello"

    @in_virtual_time
    async def test_of_much_is_answered_though_that_is_not_kept(self) -> None:
        """Whoever asks for so much only reads."""
        network, a, b, _ = three()
        text = "x" * (LONGEST_KEPT + 1)
        network.cut.add(("b", "a"))
        asyncio.get_running_loop().call_later(AGAIN / 2, network.cut.clear)
        assert await a.ask("b", text) == text
        assert b.asks == [text, text]

    @in_virtual_time
    async def test_leaves_an_answer_behind_that_is_not_kept_for_ever(self) -> None:
        """As many as are kept, and no more."""
        _, a, b, _ = three()
        for number in range(MOST_ANSWERS // 500 + 1):
            await asyncio.gather(*(a.ask("b", f"{number}.{each}") for each in range(500)))
        assert len(b.exchange._answers) == MOST_ANSWERS
        assert a.exchange._waiting == {}


class TestLetters:
    @in_virtual_time
    async def test_those_of_one_moment_travel_together(self) -> None:
        """In the order in which they were written; one batch for each node."""
        network, a, b, c = three()
        for text in ("one", "two"):
            a.tell("b", text)
        a.exchange.tell_all(b"three")
        await idle()
        assert b.heard == ["a: one", "a: two", "a: three"]
        assert c.heard == ["a: three"]
        assert [parcel.receiver for parcel in network.carried] == ["b", "c"]

    @in_virtual_time
    async def test_one_that_is_lost_is_missed_once(self) -> None:
        """By its receiver, when the next comes."""
        network, a, b, c = three()
        for text in ("one", "two", "three", "four"):
            network.cut = {("a", "b")} if text in ("two", "three") else set()
            a.exchange.tell_all(text.encode())
            await idle()
        assert b.heard == ["a: one", "a: four"]
        assert b.news == [("a", "missed")]
        assert (len(c.heard), c.news, a.news) == (4, [], [])

    @in_virtual_time
    async def test_who_comes_late_has_missed_nothing(self) -> None:
        """Whatever number the first batch has that they hear."""
        network, a, b, _ = three()
        network.cut.add(("a", "b"))
        a.tell("b", "early")
        await idle()
        network.cut.clear()
        a.tell("b", "late")
        await idle()
        assert (b.heard, b.news) == (["a: late"], [])

    @in_virtual_time
    async def test_round_trips_are_measured(self) -> None:
        """Of each beat that is echoed."""
        network, a, _, _ = three()
        beating = asyncio.create_task(a.exchange.beat())
        network.held = []
        await idle()
        held, network.held = network.held, None
        await asyncio.sleep(BEAT / 5)
        for parcel in held:
            network.deliver(parcel)
        await idle()
        assert a.exchange.round_trips == pytest.approx({"b": BEAT / 5, "c": BEAT / 5}, abs=1e-5)
        beating.cancel()


class TestSilence:
    @in_virtual_time
    async def test_is_noticed_and_its_end_too(self) -> None:
        """Each once, and a silent node is still one of the others."""
        network, a, b, c = three()
        beats = [asyncio.create_task(each.exchange.beat()) for each in (a, b, c)]
        await asyncio.sleep(1.0)
        network.cut.add(("b", "a"))
        await asyncio.sleep(SILENT - BEAT)
        assert a.news == []
        assert a.exchange.silence("b") > BEAT
        await asyncio.sleep(3 * BEAT)
        assert a.news == [("b", "silent")]
        assert a.exchange.slowest == a.exchange.silence("b") > SILENT
        assert a.exchange.silent == {"b"}
        network.cut.clear()
        await asyncio.sleep(2 * BEAT)
        assert a.news == [("b", "silent"), ("b", "back"), ("b", "missed")]
        assert a.exchange.silent == set()
        assert a.exchange.slowest < BEAT
        assert (b.news, c.news) == ([], [])
        for beat in beats:
            beat.cancel()

    @in_virtual_time
    async def test_falls_on_everybody_when_the_bus_is_gone(self) -> None:
        """At once, and once."""
        _, a, _, _ = three()
        a.exchange.cut_off()
        a.exchange.cut_off()
        assert a.news == [("b", "silent"), ("c", "silent")]

    @in_virtual_time
    async def test_is_of_nobody_who_is_gone(self) -> None:
        """Who is gone is another matter."""
        _, a, _, c = three()
        a.exchange.cut_off()
        a.meet(c)
        assert a.exchange.silent == {"c"}
        assert a.exchange.silence("b") == 0.0


class TestWhoIsThere:
    @in_virtual_time
    async def test_one_who_is_gone_is_not_listened_to(self) -> None:
        """It may not know yet that others have taken over."""
        _, a, b, c = three()
        c.meet(b)
        a.tell("c", "I am still here")
        with pytest.raises(Unreachable):
            await a.ask("c", "am I not", patience=2.5)
        assert (c.heard, c.asks) == ([], [])
        assert "a" not in c.exchange.others

    @in_virtual_time
    async def test_one_who_is_new_is_known_when_they_are_heard(self) -> None:
        """Though the database was looked at before they came, and no longer when they are gone."""
        network, a, _, _ = three()
        before = asyncio.get_running_loop().time()
        await asyncio.sleep(1.0)
        new = network.add("d", 4)
        new.meet(a)
        assert await new.ask("a", "hello") == "hello"
        assert await a.ask("d", "welcome") == "welcome"
        assert a.exchange.set_others({"b": 2, "c": 3}, before) == []
        assert set(a.exchange.others) == {"b", "c", "d"}
        await asyncio.sleep(1.0)
        assert a.exchange.set_others({"b": 2, "c": 3}, before + 1.5) == ["d"]
        assert set(a.exchange.others) == {"b", "c"}

    @in_virtual_time
    async def test_another_version_is_told_apart_and_never_decoded(self) -> None:
        """What it sends may look like nothing that is known here."""
        _, a, b, _ = three()
        strange = [VERSION + 1, "b", 2, {"what": ["is", "this"]}, "?", 7]
        a.exchange.receive("b", msgspec.msgpack.encode(strange))
        assert a.exchange.strangers == {"b": VERSION + 1}
        with pytest.raises(Unreachable, match="of another version"):
            await a.ask("b", "hello")
        assert (now(), a.heard, b.asks) == (0.0, [], [])

    def test_the_first_fields_of_a_batch_are_those_of_every_version(self) -> None:
        """By which others know that it is another: they stay where they are."""
        batch = Batch(VERSION, "a", 7, 1, [Letter(Kind.TELL, 0, b"hello")])
        assert msgspec.msgpack.decode(encode(batch))[:3] == [VERSION, "a", 7]
        assert decode_batch(encode(batch)) == batch


class TestWithoutALease:
    @in_virtual_time
    async def test_nothing_is_sent(self) -> None:
        """Neither then nor later: others may have taken over meanwhile."""
        _, a, b, _ = three()
        a.lease.until = NEVER
        a.tell("b", "hello")
        with pytest.raises(Unreachable):
            await a.ask("b", "hello", patience=1.5)
        a.lease.until = float("inf")
        a.tell("b", "back")
        await idle()
        assert (b.heard, b.asks, b.news) == (["a: back"], [], [])

    @in_virtual_time
    async def test_nothing_is_taken(self) -> None:
        """Nor answered."""
        network, a, b, _ = three()
        b.lease.until = NEVER
        a.tell("b", "hello")
        asking = asyncio.create_task(a.ask("b", "hello"))
        await asyncio.sleep(AGAIN / 2)
        assert (b.heard, b.asks) == ([], [])
        b.lease.until = float("inf")
        assert (await asking, b.asks) == ("hello", ["hello"])
        assert {parcel.sender for parcel in network.carried} == {"a", "b"}
