// Small pictures of a page: reads screenshots, and writes pixels in 255 colours as PNG and frames as GIF. Of each frame
// only the changes are stored, so a page that does not change costs nothing.

import { crc32, deflateSync, inflateSync } from "node:zlib";

/** The last entry of the palette is transparent; in a GIF it means "as before". */
const SAME = 255;
const NOTHING = -1;
/** The least distance between colours of the palette, in passes: first far apart, then closer. */
const DISTANCES = [30, 14, 6, 0];

/** Reads a PNG as browsers write it (8 bits, not interlaced): `{width, height, colours}`, one number per pixel. */
export function readPng(file) {
  const parts = [];
  let [width, height, samples] = [0, 0, 0];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const kind = file.toString("latin1", at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      samples = { 2: 3, 6: 4 }[data[9]];
      if (data[8] !== 8 || !samples || data[12] !== 0) throw new Error("not a PNG as browsers write it");
    }
    if (kind === "IDAT") parts.push(data);
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * samples;
  const colours = new Int32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    const line = Uint8Array.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let at = 0; at < stride; at += 1) {
      const left = at >= samples ? line[at - samples] : 0;
      const corner = at >= samples ? above[at - samples] : 0;
      line[at] += predicted(filter, left, above[at], corner);
    }
    for (let x = 0; x < width; x += 1) {
      const at = x * samples;
      const isThere = samples === 3 || line[at + 3] > 0;
      colours[y * width + x] = isThere ? (line[at] << 16) | (line[at + 1] << 8) | line[at + 2] : NOTHING;
    }
    above = line;
  }
  return { width, height, colours };
}

/** Returns a byte as predicted by a PNG filter. */
function predicted(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(left + up - corner - each));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

const apart = (one, other) =>
  ((one >> 16) - (other >> 16)) ** 2 +
  (((one >> 8) & 255) - ((other >> 8) & 255)) ** 2 +
  ((one & 255) - (other & 255)) ** 2;

/** Chooses the palette of the frames: the most frequent colours that are not too close to each other. */
function paletteOf(frames) {
  const counts = new Map();
  for (const { colours } of frames) for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  counts.delete(NOTHING);
  const frequent = [...counts.keys()].sort((one, other) => counts.get(other) - counts.get(one));
  const chosen = new Set();
  for (const distance of DISTANCES) {
    for (const colour of frequent) {
      if (chosen.size === SAME) break;
      if ([...chosen].every((other) => apart(colour, other) > distance ** 2)) chosen.add(colour);
    }
  }
  return [...chosen];
}

/** Returns the palette of frames as bytes, and a function for the index of the nearest colour. */
function reduced(frames) {
  const palette = paletteOf(frames);
  const known = new Map([[NOTHING, SAME]]);
  const nearest = (colour) => {
    let index = known.get(colour);
    if (index === undefined) {
      index = palette.reduce((best, each, at) => (apart(each, colour) < apart(palette[best], colour) ? at : best), 0);
      known.set(colour, index);
    }
    return index;
  };
  const table = Buffer.alloc(256 * 3);
  palette.forEach((colour, at) => table.writeUIntBE(colour, at * 3, 3));
  return { table, nearest };
}

/** Writes a frame `{width, height, colours}` as a PNG of at most 255 colours. */
export function writePng({ width, height, colours }) {
  const { table, nearest } = reduced([{ colours }]);
  const lines = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, at) => {
    lines[at + Math.floor(at / width) + 1] = nearest(colour);
  });
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  const clear = Buffer.alloc(256, 255);
  clear[SAME] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", table),
    chunk("tRNS", clear),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Writes frames `{width, height, colours, milliseconds}` of one size as a looping GIF. */
export function writeGif(frames) {
  const [{ width, height }] = frames;
  const { table, nearest } = reduced(frames);
  const parts = [
    Buffer.from("GIF89a"),
    words(width, height),
    Buffer.from([0xf7, SAME, 0]),
    table,
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from("NETSCAPE2.0"),
    Buffer.from([3, 1, 0, 0, 0]),
  ];
  let before = new Uint8Array(width * height).fill(SAME);
  let shown = null;
  for (const { colours, milliseconds } of frames) {
    const pixels = Uint8Array.from(colours, nearest);
    const box = changed(before, pixels, width, height);
    const hundredths = Math.round(milliseconds / 10);
    if (box === null) {
      shown.writeUInt16LE(shown.readUInt16LE(4) + hundredths, 4);
      continue;
    }
    const [left, top, right, bottom] = box;
    const part = new Uint8Array((right - left) * (bottom - top));
    for (let y = top; y < bottom; y += 1) {
      for (let x = left; x < right; x += 1) {
        const at = y * width + x;
        part[(y - top) * (right - left) + x - left] = pixels[at] === before[at] ? SAME : pixels[at];
      }
    }
    shown = Buffer.from([0x21, 0xf9, 4, 0b101, 0, 0, SAME, 0]);
    shown.writeUInt16LE(hundredths, 4);
    parts.push(shown, Buffer.from([0x2c]), words(left, top, right - left, bottom - top), Buffer.from([0, 8]));
    parts.push(...blocks(compress(part)), Buffer.from([0]));
    before = pixels;
  }
  return Buffer.concat([...parts, Buffer.from([0x3b])]);
}

function words(...numbers) {
  const bytes = Buffer.alloc(2 * numbers.length);
  numbers.forEach((number, at) => bytes.writeUInt16LE(number, 2 * at));
  return bytes;
}

/** Returns the bounding box of the changes: left, top, right, bottom; null if there are none. */
function changed(before, pixels, width, height) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < pixels.length; at += 1) {
    if (before[at] === pixels[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right === 0 ? null : [left, top, right, bottom];
}

/** Splits bytes into blocks of at most 255, each preceded by its length. */
function* blocks(bytes) {
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255);
    yield Buffer.from([block.length]);
    yield block;
  }
}

/** Compresses 8-bit pixels with GIF's LZW. */
function compress(pixels) {
  const [CLEAR, END, MOST] = [256, 257, 4096];
  const out = [];
  let [held, bits] = [0, 0];
  let [known, next, size] = [new Map(), END + 1, 9];
  const put = (code) => {
    held |= code << bits;
    bits += size;
    for (; bits >= 8; bits -= 8, held >>>= 8) out.push(held & 255);
  };
  put(CLEAR);
  let prefix = pixels[0];
  for (let at = 1; at < pixels.length; at += 1) {
    const key = (prefix << 8) | pixels[at];
    const code = known.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    prefix = pixels[at];
    known.set(key, next);
    next += 1;
    if (next > 1 << size) size += 1;
    if (next < MOST) continue;
    put(CLEAR);
    [known, next, size] = [new Map(), END + 1, 9];
  }
  put(prefix);
  put(END);
  if (bits > 0) out.push(held & 255);
  return Buffer.from(out);
}
