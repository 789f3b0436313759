// Who one is: a guest by a name of one's choice, or an account by its token.

import { fill, make, name } from "../element.js";
import { sentence } from "../model/labels.js";
import { clean } from "../model/text.js";

/** {element, close()}. */
export function createName(app) {
  const element = make("div", { class: "stack who-am-i" });
  const stop = app.link.on("welcome", rest);

  function rest() {
    const { me } = app.link;
    fill(element, make("p", { class: "row" },
      make("span", {}, "You are ", make("strong", {}, name(me?.name ?? "…")), me?.guest ? ", a guest." : "."),
      make("button", { class: "plain", disabled: !me, onclick: edit }, "Change")));
  }

  function edit() {
    if (app.matches.mine().length) return app.toast("Finish your matches first.", "danger");
    const field = make("input", { name: "name", value: app.link.me.guest ? app.link.me.name : "",
      maxlength: 20, autocomplete: "nickname", spellcheck: "false" });
    const token = make("input", { name: "token", type: "password", autocomplete: "current-password" });
    const told = make("p", { role: "alert", class: "small" });
    const form = make("form", { class: "stack", onsubmit: (event) => become(event, field, token, told) },
      make("label", { class: "field" }, "Name", field),
      make("label", { class: "field" }, "or the token of your account", token), told,
      make("div", { class: "row" }, make("button", { class: "primary" }, "Be called so"),
        make("button", { type: "button", onclick: leave }, "Leave it")));
    fill(element, form);
    field.select();
  }

  function leave() {
    rest();
    element.querySelector("button").focus();
  }

  async function become(event, field, token, told) {
    event.preventDefault();
    if (!token.value && clean(field.value) === app.link.me.name) return leave();
    try {
      await app.link.become(token.value ? { token: token.value.trim() } : { name: clean(field.value) });
      app.announce(`You are ${app.link.me.name}.`);
      leave();
    } catch (error) {
      told.textContent = sentence(error.message);
    }
  }

  rest();
  return { element, close: stop };
}
