import { Bounds } from "@quire/cos";
import { expect, test } from "vitest";
import { balanceOf, balanceOfAny } from "./balance.ts";
import { plainOperators } from "./plain-operators.ts";

const context = () => ({ source: { fetch: () => null }, bounds: new Bounds() });
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const balance = (text: string) => balanceOf(bytesOf(text), context());

test.each([
  ["", 0, 0, "", false],
  ["q 1 0 0 1 0 0 cm Q", 0, 0, "", false],
  ["q q Q", 1, 0, "", false],
  ["Q Q q", 1, 2, "", false],
  ["0 0 m", 0, 0, "n\n", false],
  ["W", 0, 0, "n\n", false],
  ["BT BT /A BMC EMC EMC EMC", 0, 0, "ET\n", false],
  ["/A BMC /B <</C [1 (x)]>> BDC BX", 0, 0, "EX\nEMC\nEMC\n", false],
  ["2 w Q", 0, 1, "", false],
  ["2 w Q Q Q", 0, 3, "", false],
  ["2 w Q n", 0, 1, "", true],
  ["q 2 w Q Q n", 0, 1, "", false],
  ["[1 [2 <</A (b(", 0, 0, "))>>]]\n", false],
  ["BT <41", 0, 0, ">\nET\n", false],
  ["[ q Q", 0, 0, "]\n", false],
  ["BI /W 1 /H 1 /BPC 8 /CS /G ID x EI q", 1, 0, "", false],
  ["BT ETBT 1 e2 ET", 0, 0, "", true],
  ["BX q foo Q EX", 0, 0, "", true],
  ["BI /W 1 ID abc", 0, 0, "EI\n", true],
])("%s", (text, openSaves, strayRestores, closers, isBeyondRepair) => {
  expect(balance(text)).toEqual({ openSaves, strayRestores, closers, isBeyondRepair });
});

test("more is open than the limit", () => {
  const beyond = { openSaves: 0, strayRestores: 0, closers: "", isBeyondRepair: true };
  expect(balance("q ".repeat(20_000))).toEqual(beyond);
  expect(balance("(".repeat(5000))).toEqual(beyond);
  expect(balance("[".repeat(400)).closers).toBe(`${"]".repeat(400)}\n`);
  expect(() => balance("[".repeat(2000))).toThrow(/nested/);
});

/** Tokens that content is made of, and some that it should not contain. */
const PIECES =
  "q Q q Q BT ET BMC BDC EMC BX EX m l re W W* n f S w cm Tf Tj 1 -2.5 .5 +7 /Name /A#20 (s) (a(b)c) (\\)) <41> [ ] << >> % \n true false null BI ID EI 0cm 1e5 - . ) > } { ( < \\ \\( Do foo endobj".split(
    " ",
  );

test("the fast path finds what the thorough one finds, or nothing", () => {
  let seed = 1;
  const random = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const differing: string[] = [];
  let plain = 0;
  for (let round = 0; round < 20_000; round++) {
    // Most rounds use fewer of the odd tokens.
    const range = round % 2 === 0 ? 35 : PIECES.length;
    const text = Array.from({ length: random(12) }, () => `${PIECES[random(range)]}${["", " ", "\n"][random(3)]}`).join(
      "",
    );
    const bytes = bytesOf(text);
    if (plainOperators(bytes, new Bounds()) !== undefined) {
      plain++;
      const [fast, thorough] = [balanceOf, balanceOfAny].map((find) => JSON.stringify(find(bytes, context())));
      if (fast !== thorough) {
        differing.push(text);
      }
    }
  }
  expect(differing).toEqual([]);
  expect(plain).toBeGreaterThan(5000);
});
