import { expect, test } from "vitest";
import { Bounds } from "../../bounds.ts";
import { type CosValue, Stream } from "../../objects.ts";
import { dict, name, ObjectStore, present } from "../testing/object-store.ts";
import { outputOf } from "../testing/programs.ts";
import { functionOf } from "./function.ts";

const UNIT = { Domain: [0, 1], Range: [0, 1, 0, 1, 0, 1] };
const exponential = (from: number[], to: number[], exponent: number) =>
  dict({ FunctionType: 2, Domain: [0, 1], C0: from, C1: to, N: exponent });
const calculator = (program: string) => new Stream(dict({ FunctionType: 4, ...UNIT }), Buffer.from(program));
const sampled = (entries: Record<string, CosValue>, samples: number[]) =>
  new Stream(dict({ FunctionType: 0, ...UNIT, ...entries }), Uint8Array.from(samples));

const FUNCTIONS: readonly (readonly [string, CosValue])[] = [
  ["exponential", exponential([1, 0, 0.5], [0, 1, 0.25], 1.7)],
  [
    "stitching",
    dict({
      FunctionType: 3,
      Domain: [0, 1],
      Functions: [exponential([0, 0, 0], [1, 0, 1], 1), exponential([1, 1, 0], [0, 0.5, 1], 2)],
      Bounds: [0.3],
      Encode: [0, 1, 1, 0.2],
    }),
  ],
  ["8 bits", sampled({ Size: [3], BitsPerSample: 8 }, [0, 128, 255, 200, 10, 60, 255, 255, 0])],
  [
    "12 bits, turned round",
    sampled(
      { Size: [2], BitsPerSample: 12, Encode: [1, 0], Decode: [0, 1, 1, 0, 0.25, 0.75] },
      [0x12, 0x3f, 0xff, 0x80, 0x0c, 0xba, 0x00, 0x10, 0xff],
    ),
  ],
  ["4 bits", sampled({ Size: [4], BitsPerSample: 4 }, [0x01, 0x2f, 0xed, 0x84, 0x21, 0xff])],
  ["stack", calculator("{dup 0.5 mul exch dup dup mul exch 1 exch sub 3 1 roll exch}")],
  ["angles", calculator("{dup 360 mul sin abs exch dup 180 mul cos abs exch 1 atan 90 div}")],
  ["conditions", calculator("{dup 0.4 gt {dup 0.7 le {0.1 0.9} {0.9 0.1} ifelse} {dup 2 mul 0.3} ifelse}")],
  ["integers", calculator("{255 mul cvi dup 15 and 15 div exch dup -4 bitshift 15 div exch 7 mod 6 div}")],
  ["powers", calculator("{dup 0.3 exp exch dup 1 add ln exch sqrt 1 exch sub}")],
];
/** The tints, none of them one at which a function jumps: poppler rounds tints a little before it computes. */
const TINTS = [0, 0.11, 0.25, 0.29, 0.31, 0.45, 0.62, 0.77, 0.91, 1];
/** The side of a square in points, and in pixels: the squares are side by side, a row for each function. */
const SIDE = 8;

test("poppler paints the colours that the functions give", () => {
  const store = new ObjectStore();
  const page = store.add(null);
  const pages = store.add(dict({ Type: name("Pages"), Kids: [page], Count: 1 }));
  const spaces = FUNCTIONS.map(([, value]) => [
    name("Separation"),
    name("Tint"),
    name("DeviceRGB"),
    store.add(present(value) as Stream),
  ]);
  const squares = FUNCTIONS.flatMap((_, row) =>
    TINTS.map((tint, column) => `/C${row} cs ${tint} scn ${column * SIDE} ${row * SIDE} ${SIDE} ${SIDE} re f`),
  );
  const contents = store.add(new Stream(dict({}), Buffer.from(squares.join("\n"))));
  const resources = dict({ ColorSpace: dict(Object.fromEntries(spaces.map((space, row) => [`C${row}`, space]))) });
  const widthPx = TINTS.length * SIDE;
  const heightPx = FUNCTIONS.length * SIDE;
  const box = [0, 0, widthPx, heightPx];
  store.replace(
    page,
    dict({ Type: name("Page"), Parent: pages, MediaBox: box, Contents: contents, Resources: resources }),
  );
  const pdf = store.pdf(store.add(dict({ Type: name("Catalog"), Pages: pages })));
  const printed = outputOf("pdftoppm", ["-r", "72", "-aaVector", "no", "%"], pdf, "latin1");
  const pixels = Buffer.from(printed.slice(printed.length - widthPx * heightPx * 3), "latin1");
  for (const [row, [label, value]] of FUNCTIONS.entries()) {
    const one = present(functionOf(value, new Bounds()));
    for (const [column, tint] of TINTS.entries()) {
      const x = column * SIDE + SIDE / 2;
      const y = heightPx - row * SIDE - SIDE / 2;
      const theirs = pixels.subarray((y * widthPx + x) * 3, (y * widthPx + x) * 3 + 3);
      const ours = Array.from(one.evaluate([tint]), (component) => component * 255);
      for (const [index, component] of ours.entries()) {
        expect(
          Math.abs(component - (theirs[index] ?? 0)),
          `${label} of ${tint}: ${ours.join(" ")} and ${theirs.join(" ")}`,
        ).toBeLessThan(2);
      }
    }
  }
});
