// A comparison as files, made in the browser from the server's answer: rows as CSV and JSON, plots as SVG and PNG.

import { toast } from "./announce.js";
import { make } from "./dom.js";
import { download } from "./solution.js";

/** Pixels of the PNG per pixel of the SVG. */
const SHARPNESS = 2;

/** Saves the answer without its plots. */
export function saveJson({ answer }) {
  const { pictures, ...rest } = answer;
  save(`${JSON.stringify(rest)}\n`, "application/json", "comparison.json");
}

/** Saves a line for each run: the search's name, and every field that is a single value. */
export function saveCsv({ answer, names, words }) {
  const rows = answer.rows.map((row) => {
    const name = names[words.indexOf(row.configuration)];
    return new Map([["search", name], ...valuesOf(row)]);
  });
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ""))];
  const text = lines.map((cells) => cells.map(quoted).join(",")).join("\r\n");
  save(`${text}\r\n`, "text/csv", "comparison.csv");
}

/** Returns names and values; names in a nested object are prefixed with its name and a dot, lists are left out. */
function valuesOf(object, prefix = "") {
  return Object.entries(object).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [];
    if (value !== null && typeof value === "object") return valuesOf(value, `${prefix}${name}.`);
    return [[prefix + name, value]];
  });
}

function quoted(cell) {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Creates a button that saves something as a kind of file. */
export function saveButton(kind, what, run) {
  const button = make("button", { type: "button", textContent: kind, "aria-label": `${what} as ${kind}` });
  button.addEventListener("click", run);
  return button;
}

/** Creates two buttons that save a plot; `draw` returns it as the text of an SVG. */
export function plotButtons(name, title, draw) {
  return make(
    "span",
    { className: "inline" },
    saveButton("SVG", title, () => save(draw(), "image/svg+xml", `${name}.svg`)),
    saveButton("PNG", title, () => savePng(draw(), `${name}.png`)),
  );
}

async function savePng(svg, name) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = make("img", { src: address });
    await image.decode();
    const canvas = make("canvas", {
      width: image.naturalWidth * SHARPNESS,
      height: image.naturalHeight * SHARPNESS,
    });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => download(blob, name), "image/png");
  } catch (error) {
    toast(`The picture could not be created: ${error.message}`);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function save(text, type, name) {
  download(new Blob([text], { type }), name);
}
