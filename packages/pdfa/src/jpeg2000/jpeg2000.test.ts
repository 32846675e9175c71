import { expect, test } from "vitest";
import { readJpeg2000 } from "./jpeg2000.ts";
import { box, jp2 } from "./testing/jp2.ts";

test("components, depth and colour are those of the header", () => {
  expect(readJpeg2000(jp2({ components: 4, bits: 12, colours: [[1, 1, 12]] }))).toEqual({
    components: 4,
    bitDepths: [12],
    hasDepthsBox: false,
    colourSpecifications: [{ method: 1, approximation: 1, enumerated: 12 }],
  });
});

test("an ICC profile is no enumerated space", () => {
  expect(readJpeg2000(jp2({ colours: [[2, 0, 16]] }))?.colourSpecifications).toEqual([
    { method: 2, approximation: 0, enumerated: undefined },
  ]);
});

test("components of opacity count as well", () => {
  const definitions = box("cdef", [0, 2, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0]);
  expect(readJpeg2000(jp2({ components: 2, more: [definitions] }))?.components).toBe(2);
});

test("depths that differ are in a separate box", () => {
  const facts = readJpeg2000(jp2({ bits: 255, more: [box("bpcc", [7, 7, 0x8b])] }));
  expect(facts).toMatchObject({ bitDepths: [8, 8, 12], hasDepthsBox: true });
});

test.each([
  ["a codestream alone", Uint8Array.of(0xff, 0x4f, 0xff, 0x51, 0, 41)],
  ["nothing", new Uint8Array()],
  ["a signature alone", box("jP  ", [0x0d, 0x0a, 0x87, 0x0a])],
  ["boxes without end", Buffer.concat([box("jP  ", []), Buffer.from([0, 0, 0, 2, 0x6a, 0x70, 0x32, 0x68])])],
])("%s has no header", (_, bytes) => {
  expect(readJpeg2000(bytes)).toBeUndefined();
});
