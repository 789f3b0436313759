// Elements from data. What people have written only ever becomes text.

const SVG = "http://www.w3.org/2000/svg";

/** An element: properties are attributes, `on<event>` listeners, or `class`; false leaves one out. */
export function make(tag, properties = {}, ...children) {
  return filled(document.createElement(tag), properties, children);
}

/** The same in a drawing. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** What somebody calls themselves, kept apart from the direction of the writing around it. */
export function name(text) {
  return make("bdi", {}, text);
}

/** Put *children* in the place of what *element* holds, without those that are null or false. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
  return element;
}

/** The same, but what is there already and looks the same stays: nobody's focus moves for it. */
export function renew(element, ...children) {
  const wanted = present(children).map((child) => (child instanceof Node ? child : new Text(child)));
  wanted.forEach((child, at) => {
    const held = element.childNodes[at];
    if (!held) element.append(child);
    else if (!held.isEqualNode(child)) exchange(held, child);
  });
  while (element.childNodes.length > wanted.length) element.lastChild.remove();
  return element;
}

// The focus goes to what leads to the same place, if there is such a thing.
function exchange(held, child) {
  const focused = held.contains(document.activeElement) && document.activeElement.getAttribute("href");
  held.replaceWith(child);
  if (focused) child.querySelector?.(`[href="${CSS.escape(focused)}"]`)?.focus();
}

function filled(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) set(element, key, value);
  element.append(...present(children));
  return element;
}

function set(element, key, value) {
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else if (value === true) element.setAttribute(key, "");
  else if (value !== false && value !== null && value !== undefined) {
    element.setAttribute(key, value);
  }
}

function present(children) {
  return children.flat().filter((child) => child !== null && child !== undefined && child !== false);
}
