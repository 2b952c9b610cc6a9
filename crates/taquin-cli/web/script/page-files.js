// Files of the page that its workers need. They are embedded in the page, as elements with an id, or lie beside it.

import { ApiError } from "./api-error.js";

const missing = (name) => new ApiError(500, { message: `${name}, a file of this page, could not be loaded.` });

/** Returns a file beside the page. */
async function fetched(name) {
  const response = await fetch(new URL(`../${name}`, import.meta.url)).catch(() => null);
  if (!response?.ok) throw missing(name);
  return response.blob();
}

/** Loads a file of bytes. */
export async function load(id, name) {
  const embedded = document.getElementById(id);
  if (!embedded) return fetched(name);
  return new Blob([Uint8Array.from(atob(embedded.textContent.trim()), (letter) => letter.codePointAt(0))]);
}

/** Loads a script as text. */
export async function loadScript(id) {
  const embedded = document.getElementById(id);
  return embedded ? embedded.textContent : (await fetched(`script/${id}.js`)).text();
}

let packed = null;

/** Returns the compressed WebAssembly module; a failure is not remembered. */
export function loadPackedModule() {
  packed ??= load("module", "taquin.wasm.gz").catch((error) => {
    packed = null;
    throw error;
  });
  return packed;
}

/** Returns the WebAssembly module. */
export async function loadModule() {
  const blob = await loadPackedModule();
  return new Response(blob.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
