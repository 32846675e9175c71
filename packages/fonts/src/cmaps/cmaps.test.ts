import { describe, expect, test } from "vitest";
import type { CMap } from "./cmap.ts";
import { readCMapFile } from "./cmap-file.ts";
import { cmapOf, toUnicodeOf } from "./file-cmap.ts";
import { packCMap, unpackCMap } from "./packed-cmap.ts";
import { predefinedCMap } from "./predefined.ts";
import { PREDEFINED_NAMES } from "./predefined-names.ts";

const file = (text: string) => readCMapFile(Buffer.from(text, "latin1"));

function codesOf(cmap: CMap | undefined, bytes: readonly number[]): readonly (readonly [number, number])[] {
  const codes: (readonly [number, number])[] = [];
  cmap?.eachCode(Uint8Array.from(bytes), (code, lengthBytes) => codes.push([code, lengthBytes]));
  return codes;
}

const MIXED = `
/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Test) def /Supplement 2 def end def
/CMapName /Test-V def /WMode 1 def
2 begincodespacerange <00> <80> <8140> <9ffc> endcodespacerange
1 begincidrange <20> <7e> 231 endcidrange
2 begincidchar <8141> 633 <8142> 70000 endcidchar
1 beginnotdefrange <00> <1f> 1 endnotdefrange`;

describe("an embedded CMap", () => {
  const cmap = cmapOf(file(MIXED), undefined);

  test("says what it is", () => {
    expect(cmap).toMatchObject({ name: "Test-V", writingMode: 1, writingModeWithin: 1, largestCid: 70_000 });
    expect(cmap.systemInfo).toEqual({ registry: "Adobe", ordering: "Test", supplement: 2 });
  });

  test("strings are split by its codespace; a code that is in no range is as long as the one that it begins", () => {
    expect(codesOf(cmap, [0x41, 0x81, 0x41, 0x81, 0x20, 0xff, 0x41, 0x81])).toEqual([
      [0x41, 1],
      [0x8141, 2],
      [0x8120, 2],
      [0xff, 1],
      [0x41, 1],
      [0x81, 1],
    ]);
  });

  test("codes lead to CIDs, by their length too", () => {
    expect([cmap.cidOf(0x41, 1), cmap.cidOf(0x8141, 2), cmap.cidOf(0x41, 2)]).toEqual([264, 633, 0]);
    expect([cmap.mappedCid(0x1f, 1), cmap.cidOf(0x1f, 1), cmap.cidOf(0x7f, 1)]).toEqual([undefined, 1, 0]);
  });

  test("codes that it leaves out are those of the CMap it uses", () => {
    const using = "/90ms-RKSJ-H usecmap 1 begincidchar <20> 9 endcidchar";
    const known = cmapOf(file(using), predefinedCMap("90ms-RKSJ-H"));
    expect([known.cidOf(0x20, 1), known.cidOf(0x82a0, 2), known.isIncomplete]).toEqual([9, 843, false]);
    const unknown = cmapOf(file(using), undefined);
    expect([unknown.cidOf(0x20, 1), unknown.cidOf(0x82a0, 2), unknown.isIncomplete]).toEqual([9, undefined, true]);
  });
});

test("ToUnicode has single characters, ranges and arrays, with text of several characters", () => {
  const toUnicode = toUnicodeOf(
    file(`1 begincodespacerange <00> <ff> endcodespacerange
      2 beginbfchar <01> <00660069> <02> <D83DDE00> endbfchar
      3 beginbfrange <10> <12> <0041> <20> <21> [<0061> <00620063>] <30> <31> <41> endbfrange`),
    undefined,
  );
  expect([0x01, 0x02, 0x12, 0x20, 0x21, 0x31, 0x13].map((code) => toUnicode.textOf(code, 1))).toEqual([
    "fi",
    "\u{1f600}",
    "C",
    "a",
    "bc",
    "B",
    undefined,
  ]);
});

describe("predefined CMaps", () => {
  test("all are there, and complete", () => {
    expect(PREDEFINED_NAMES.filter((name) => predefinedCMap(name)?.isIncomplete !== false)).toEqual([]);
  });

  test.each([
    ["Identity-H", 0x1234, 2, 0x1234],
    ["GBK-EUC-H", 0xb0a1, 2, 940],
    ["UniJIS-UTF16-H", 0x3042, 2, 843],
    ["90ms-RKSJ-V", 0x8141, 2, 7887],
    ["KSCms-UHC-H", 0xb0a1, 2, 1086],
    ["ETen-B5-H", 0xa440, 2, 595],
  ])("%s leads from %i to a CID", (name, code, lengthBytes, cid) => {
    expect(predefinedCMap(name)?.cidOf(code, lengthBytes)).toBe(cid);
    expect(predefinedCMap(name)?.writingMode).toBe(name.endsWith("V") ? 1 : 0);
  });

  test("an unknown name has no file", () => {
    expect([predefinedCMap("../LICENSE"), predefinedCMap("Identity-X"), predefinedCMap("")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("packing keeps the contents of a file", () => {
    const packed = cmapOf(unpackCMap("Test-V", packCMap(file(MIXED))), undefined);
    expect([0x41, 0x1f, 0x7f].map((code) => packed.cidOf(code, 1))).toEqual([264, 1, 0]);
    expect([packed.cidOf(0x8142, 2), packed.writingMode, packed.systemInfo?.ordering]).toEqual([70_000, 1, "Test"]);
  });
});

test("a damaged CMap is read as far as it goes", () => {
  const whole = `${MIXED} 1 beginbfrange <20> <21> [<0061> <0062>] endbfrange`;
  for (let length = 0; length <= whole.length; length++) {
    for (const text of [whole.slice(0, length), whole.slice(length)]) {
      expect(cmapOf(file(text), undefined).cidOf(0x41, 1)).toBeTypeOf("number");
    }
  }
});
