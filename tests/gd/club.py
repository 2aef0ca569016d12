"""A judge without mail or store that knows Global Diplomacy."""

from dataclasses import replace

from judge.game.state import Stage
from judge.language.writer import write_order
from judge.library import load
from judge.model.letter import OrderSet
from judge.model.map import Location
from judge.model.position import Unit
from tests.game.conftest import Club

US, RF, SA = "United States", "Russian Federation", "South American Alliance"
EU, GA, PR = "European Union", "Greater African Union", "People's Republic of Asia"
SHORT = {US: "us", RF: "rf", SA: "sa", EU: "eu", GA: "ga", PR: "pr"}


class GdClub(Club):
    def variants(self):
        return {**super().variants(), "gd": load("gd")}

    def begin(self, options, *powers):
        self.mail("master@example.org", f"CREATE ruhr GD {options}".strip())
        for power in powers:
            assert self.game.stage is Stage.FORMING
            self.mail(f"{SHORT[power]}@example.org", f"JOIN ruhr AS {SHORT[power].upper()}")
        assert self.game.stage is Stage.ACTIVE

    def deadline(self):
        self.now = self.game.due_at
        return self.tick()

    def place(self, **units):
        """Put units on the board instead of those there: ``place(US="A CUS, N SUS")``."""
        names = {short.upper(): power for power, short in SHORT.items()}
        kinds = {kind.code: name for name, kind in self.game.variant.map.kinds.items()}
        standing = {}
        for short, text in units.items():
            for one in text.split(", "):
                code, place = one.split()
                at = Location.from_text(place)
                standing[at.province] = Unit(names[short], kinds[code], at)
        position = replace(self.game.position, units=standing)
        self.games["ruhr"] = replace(self.game, position=position)

    def facts(self, *facts):
        """Note facts."""
        position = self.game.position
        position = replace(position, facts=position.facts | set(facts))
        self.games["ruhr"] = replace(self.game, position=position)

    def orders(self, power):
        """The orders kept for a power, as canonical text."""
        return [write_order(order, self.game.variant) for order in self.game.orders.get(power, ())]

    def hints(self, decision):
        """The codes of the remarks on each order that a reply restates."""
        sets = [one for one in self.reply(decision).sections if isinstance(one, OrderSet)]
        return {text: [why.code for why in said] for one in sets for text, said in one.orders}
