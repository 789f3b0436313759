// Our matches, wherever one is on the page: a new one opens by itself, the others are listed.

import { fill, make, name } from "../element.js";
import { gameLabel } from "../model/labels.js";
import { isMine, opponent } from "../model/standing.js";

const hashOf = ({ match }) => `#/match/${match}`;

/** Keep the list of them in *element*. */
export function followMine(app, element) {
  let shown = "";

  function show() {
    const others = app.matches.mine().filter((each) => hashOf(each) !== location.hash);
    const key = others.map((each) => `${each.match} ${isMine(each)}`).join();
    if (key === shown) return;
    shown = key;
    fill(element, others.map(entry));
    element.hidden = !others.length;
  }

  app.matches.on((standing, news, before) => {
    show();
    if (standing.side === null || before) return;
    if (news.type === "started") begun(standing);
    else if (location.hash === "" && isMine(standing)) app.go(hashOf(standing));
  });

  addEventListener("hashchange", show);

  // Nobody is taken away from a match that goes on.
  function begun(standing) {
    const here = app.matches.mine().find((each) => hashOf(each) === location.hash);
    if (!here || here === standing) return app.go(hashOf(standing));
    app.toast(`A match against ${opponent(standing).name} begins: it is in the list below.`);
  }
}

function entry(standing) {
  const turn = isMine(standing);
  return make("a", { href: hashOf(standing), class: turn ? "turn" : "" },
    name(opponent(standing).name), make("span", { class: "unseen" },
      `, ${gameLabel(standing.terms.game)}${turn ? ", your turn" : ""}`));
}
