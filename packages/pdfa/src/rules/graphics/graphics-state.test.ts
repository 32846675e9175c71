import { describe, expect, test } from "vitest";
import type { Flavour } from "../../flavours.ts";
import { graphicsState } from "./graphics-state.ts";
import { brokenIn } from "./testing/broken-in.ts";

const broken = brokenIn(graphicsState);
const withState = (state: string) => ({ content: "/G0 gs", resources: `/ExtGState << /G0 << ${state} >> >>` });

test.each<[Flavour, string, readonly string[]]>([
  ["1b", "/TR /Identity", ["ext-gstate-transfer-function"]],
  ["2b", "/TR /Identity", ["ext-gstate-transfer-function"]],
  ["1b", "/TR2 /Default", []],
  ["4", "/TR2 /Identity", ["ext-gstate-transfer-function-2"]],
  ["2b", "/HTP [0 1]", ["ext-gstate-halftone-phase"]],
  ["1b", "/HTP [0 1]", []],
  ["4", "/HTO [0 1]", ["ext-gstate-halftone-origin"]],
  ["2b", "/HTO [0 1]", []],
])("%s: an ExtGState with %s", (flavour, state, expected) => {
  expect(broken(flavour, withState(state))).toEqual(expected);
  expect(broken(flavour, { ...withState(state), content: "" })).toEqual([]);
});

describe("halftones", () => {
  test.each<[string, readonly string[]]>([
    ["/HalftoneType 1", []],
    ["/HalftoneType 6", ["halftone-type"]],
    ["/HalftoneType 1 /HalftoneName (a)", ["halftone-name"]],
    ["/HalftoneType 1 /TransferFunction /Identity", ["halftone-transfer-function"]],
    ["/HalftoneType 5 /Cyan << /HalftoneType 1 >> /Default << /HalftoneType 1 >>", []],
    ["/HalftoneType 5 /Default << /HalftoneType 1 /TransferFunction /Identity >>", []],
    ["/HalftoneType 5 /Cyan << /HalftoneType 1 /TransferFunction /Identity >>", ["halftone-transfer-function"]],
    ["/HalftoneType 5 /Gold << /HalftoneType 1 /TransferFunction /Identity >>", []],
    ["/HalftoneType 5 /Gold << /HalftoneType 1 >>", ["halftone-transfer-function"]],
    ["/HalftoneType 5 /Cyan << /HalftoneType 10 >>", ["halftone-type"]],
  ])("%s", (halftone, expected) => {
    expect(broken("2b", withState(`/HT << ${halftone} >>`))).toEqual(expected);
    expect(broken("1b", withState(`/HT << ${halftone} >>`))).toEqual([]);
  });

  test("a name is the default one, or that of a halftone of no type", () => {
    expect(broken("2b", withState("/HT /Default"))).toEqual([]);
    expect(broken("2b", withState("/HT /Own"))).toEqual(["halftone-name", "halftone-type"]);
  });
});

const image = (intent: string) => ({ dict: `/Subtype /Image /Width 1 /Height 1 /Intent /${intent}`, stream: "a" });

describe("rendering intents", () => {
  test.each<[string, readonly string[]]>([
    ["Perceptual", []],
    ["Custom", ["rendering-intent"]],
  ])("%s", (intent, expected) => {
    expect(broken("1b", { content: `/${intent} ri` })).toEqual(expected);
    expect(broken("2b", withState(`/RI /${intent}`))).toEqual(expected);
    const painted = { content: "/X0 Do", resources: "/XObject << /X0 10 0 R >>" };
    expect(broken("2b", painted, { 10: image(intent) })).toEqual(expected);
    expect(broken("4", { content: `/${intent} ri` })).toEqual([]);
  });
});
