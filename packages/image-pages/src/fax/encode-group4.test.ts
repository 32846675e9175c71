import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { encodeGroup4 } from "./encode-group4.ts";

/** Returns a TIFF of one strip of Group 4, whose pixels are 1 for black. */
function faxTiff(widthPx: number, heightPx: number, strip: Uint8Array): Buffer {
  const entries = [
    [256, widthPx],
    [257, heightPx],
    [258, 1],
    [259, 4],
    [262, 0],
    [273, 8],
    [277, 1],
    [278, heightPx],
    [279, strip.length],
  ] as const;
  const padded = Buffer.concat([strip, Buffer.alloc(strip.length % 2)]);
  const head = Buffer.from("II*\0\0\0\0\0", "latin1");
  head.writeUInt32LE(8 + padded.length, 4);
  const directory = Buffer.alloc(2 + 12 * entries.length + 4);
  directory.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag, value], index) => {
    const at = 2 + 12 * index;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  });
  return Buffer.concat([head, padded, directory]);
}

/** Returns the rows as ImageMagick, with libtiff, decodes them: 1 for black. */
function decoded(widthPx: number, heightPx: number, strip: Uint8Array): Buffer {
  // ImageMagick takes a file that is much shorter than its pixels for a bomb; what follows the end of the data is nothing.
  const long = Buffer.concat([strip, Buffer.alloc(5000)]);
  const output = execFileSync("convert", ["tiff:-", "pbm:-"], { input: faxTiff(widthPx, heightPx, long) });
  const header = `P4\n${widthPx} ${heightPx}\n`;
  expect(output.toString("latin1", 0, header.length)).toBe(header);
  return output.subarray(header.length);
}

/** A generator of the same numbers each time (Park and Miller's). */
function* numbers(): Generator<number, never, undefined> {
  for (let state = 20_261_128; ; ) {
    state = (state * 48_271) % 2_147_483_647;
    yield state;
  }
}

const random = numbers();
const next = (below: number): number => random.next().value % below;

function changesUpTo(widthPx: number, longest: number): number[] {
  const changes: number[] = [];
  for (let x = 0; x < widthPx; x += 1 + next(longest)) {
    changes.push(x);
  }
  return changes;
}

/** Returns rows of runs of up to `longest` pixels, of which many begin near those of the row above. */
function drawn(widthPx: number, heightPx: number, longest: number): Buffer {
  const stride = Math.ceil(widthPx / 8);
  const bits = Buffer.alloc(stride * heightPx);
  let above: number[] = [];
  for (let y = 0; y < heightPx; y++) {
    const changes = next(3) > 0 ? above.map((change) => change + next(9) - 4) : changesUpTo(widthPx, longest);
    const sorted = [...new Set(changes)].filter((x) => x >= 0 && x < widthPx).toSorted((one, other) => one - other);
    for (let index = 0; index < sorted.length; index += 2) {
      for (let x = sorted[index]!; x < (sorted[index + 1] ?? widthPx); x++) {
        bits[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
      }
    }
    above = sorted;
  }
  return bits;
}

test.each([
  [1, 1, 1],
  [7, 40, 3],
  [64, 100, 9],
  [333, 100, 40],
  [1728, 60, 700],
  [9001, 20, 6000],
])("what is encoded is decoded by libtiff: %i x %i, runs up to %i", (widthPx, heightPx, longest) => {
  const bits = drawn(widthPx, heightPx, longest);
  expect(decoded(widthPx, heightPx, encodeGroup4({ widthPx, heightPx, bits })).equals(bits)).toBe(true);
});

test("runs of every length", () => {
  const widthPx = 2800;
  const stride = widthPx / 8;
  const lengths = [...Array.from({ length: 66 }, (_, n) => n), ...Array.from({ length: 43 }, (_, n) => 64 * n + 1)];
  const bits = Buffer.alloc(stride * 4 * lengths.length);
  lengths.forEach((length, index) => {
    // A row of each colour, each below one that is blank, so that nothing is coded by the row above.
    for (let x = 0; x < widthPx; x++) {
      const [black, white] = [x >= 20 && x < 20 + length, !(x >= 20 && x < 20 + length)];
      const mask = 0x80 >> (x & 7);
      bits[4 * index * stride + (x >> 3)]! |= black ? mask : 0;
      bits[(4 * index + 2) * stride + (x >> 3)]! |= white ? mask : 0;
    }
  });
  const heightPx = 4 * lengths.length;
  expect(decoded(widthPx, heightPx, encodeGroup4({ widthPx, heightPx, bits })).equals(bits)).toBe(true);
});
