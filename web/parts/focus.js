// The focus is never lost: when what has it goes away, is hidden or switched off, what stands around
// it takes it, so that Tab goes on from there.

/** Follow the focus in *root*, and keep it there. */
export function keepFocus(root) {
  let path = []; // from what has the focus outwards

  root.addEventListener("focusin", ({ target }) => {
    path = [];
    for (let each = target; each && each !== root; each = each.parentElement) path.push(each);
  });
  // What loses it to nothing is either about to go away, or somebody wanted it so.
  root.addEventListener("focusout", ({ target, relatedTarget }) => !relatedTarget && queueMicrotask(() => {
    if (path[0] === target && canHold(target)) path = [];
  }));

  new MutationObserver(() => {
    if (!path.length || canHold(path[0])) return;
    const heir = path.find((each) => canHold(each) && each.checkVisibility());
    if (heir && !heir.hasAttribute("tabindex")) heir.setAttribute("tabindex", "-1");
    heir?.focus({ preventScroll: true });
  }).observe(root, { subtree: true, childList: true, attributeFilter: ["hidden", "disabled"] });
}

const canHold = (element) =>
  element.isConnected && !element.closest("[hidden]") && !element.matches(":disabled");
