// QR codes by ISO/IEC 18004: bytes, error correction of level M, versions 1 to 9; and their drawing.

import { svg } from "../element.js";

const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22]; // codewords in each block, by version
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5];
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const QUIET = 4; // modules around it

/** A drawing of the text as a code; null where it is too long for one. */
export function qr(text, label) {
  const rows = encode(text);
  if (!rows) return null;
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) =>
    row.map((is, x) => (is ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const box = { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": label };
  return svg("svg", { ...box, "shape-rendering": "crispEdges" },
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: dark.join(""), fill: "#000" }));
}

/** The modules by row, true where dark; null where the text is too long. */
export function encode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CORRECTION.findIndex((_, at) => bytes.length <= dataLength(at + 1) - 2) + 1;
  if (!version) return null;
  const blank = drawFunctions(version);
  const words = withCorrection(padded(bytes, dataLength(version)), version);
  const drawn = MASKS.map((_, mask) => masked(blank, words, mask));
  const penalties = drawn.map(penalty);
  return drawn[penalties.indexOf(Math.min(...penalties))];
}

function wordCount(version) {
  const across = Math.floor(version / 7) + 2;
  const aligned = version > 1 ? (25 * across - 10) * across - 55 : 0;
  return ((16 * version + 128) * version + 64 - aligned - (version > 6 ? 36 : 0)) >> 3;
}

const dataLength = (version) => wordCount(version) - CORRECTION[version - 1] * BLOCKS[version - 1];

function padded(bytes, length) {
  const nibbles = [4, bytes.length >> 4, bytes.length & 15];
  for (const byte of bytes) nibbles.push(byte >> 4, byte & 15);
  nibbles.push(0);
  const words = [];
  for (let at = 0; at < nibbles.length; at += 2) words.push((nibbles[at] << 4) | nibbles[at + 1]);
  for (let pad = 0xec; words.length < length; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

// Reed-Solomon codes over GF(2^8) / 0x11d.

function multiply(one, two) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((two >> bit) & 1) * one);
  }
  return product;
}

function divisor(degree) {
  const found = [...Array(degree - 1).fill(0), 1];
  for (let step = 0, root = 1; step < degree; step++, root = multiply(root, 2)) {
    for (let at = 0; at < degree; at++) found[at] = multiply(found[at], root) ^ (found[at + 1] ?? 0);
  }
  return found;
}

function remainder(words, by) {
  const rest = by.map(() => 0);
  for (const word of words) {
    const factor = word ^ rest.shift();
    rest.push(0);
    by.forEach((each, at) => (rest[at] ^= multiply(each, factor)));
  }
  return rest;
}

function withCorrection(words, version) {
  const [count, total] = [BLOCKS[version - 1], wordCount(version)];
  const by = divisor(CORRECTION[version - 1]);
  const short = Math.floor(total / count) - by.length;
  const blocks = [];
  for (let block = 0, at = 0; block < count; block++) {
    const length = short + (block >= count - (total % count));
    blocks.push(words.slice(at, (at += length)));
  }
  const across = (lists) =>
    lists.at(-1).flatMap((_, at) => lists.filter((list) => at < list.length).map((list) => list[at]));
  return [...across(blocks), ...across(blocks.map((block) => remainder(block, by)))];
}

// Drawing. A module is true, false, or undefined while it is free.

function drawFunctions(version) {
  const size = 4 * version + 17;
  const rows = Array.from({ length: size }, () => Array(size).fill(undefined));
  const set = (x, y, dark) => {
    if (rows[y] && x in rows[y]) rows[y][x] ??= dark;
  };
  const rings = (x, y, radius, light) => {
    for (let dy = -radius; dy <= radius; dy++) {
      for (let dx = -radius; dx <= radius; dx++) {
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) rings(x, y, 4, [2, 4]);
  const places = alignments(version, size);
  for (const x of places) for (const y of places) if (rows[y][x] === undefined) rings(x, y, 2, [1]);
  for (let at = 0; at < size; at++) {
    set(at, 6, at % 2 === 0);
    set(6, at, at % 2 === 0);
  }
  if (version > 6) drawVersion(version, size, set);
  drawFormat(rows, 0);
  return rows;
}

function alignments(version, size) {
  if (version === 1) return [];
  const across = Math.floor(version / 7) + 2;
  const step = Math.ceil((4 * version + 4) / (2 * across - 2)) * 2;
  return [6, ...Array.from({ length: across - 1 }, (_, at) => size - 7 - at * step)];
}

function drawVersion(version, size, set) {
  let rest = version;
  for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at++) {
    const [dark, far, near] = [((bits >> at) & 1) === 1, size - 11 + (at % 3), Math.floor(at / 3)];
    set(far, near, dark);
    set(near, far, dark);
  }
}

function drawFormat(rows, mask) {
  const size = rows.length;
  let rest = mask;
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const dark = ((bits >> at) & 1) === 1;
    const near = at < 6 ? at : at < 8 ? at + 1 : -1;
    if (near >= 0) rows[near][8] = dark;
    else rows[8][at === 8 ? 7 : 14 - at] = dark;
    if (at < 8) rows[8][size - 1 - at] = dark;
    else rows[size - 15 + at][8] = dark;
  }
  rows[size - 8][8] = true;
}

function masked(blank, words, mask) {
  const rows = blank.map((row) => [...row]);
  const size = rows.length;
  let at = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== undefined) continue;
        const bit = (words[at >> 3] >> (7 - (at & 7))) & 1;
        rows[y][x] = (bit ^ (MASKS[mask](x, y) === 0)) === 1;
        at += 1;
      }
    }
  }
  drawFormat(rows, mask);
  return rows;
}

function penalty(rows) {
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  let points = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join("");
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    points += 40 * [...text.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < rows.length; y++) {
    for (let x = 1; x < rows.length; x++) {
      const is = rows[y][x];
      if (is === rows[y - 1][x] && is === rows[y][x - 1] && is === rows[y - 1][x - 1]) points += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  return points + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}
