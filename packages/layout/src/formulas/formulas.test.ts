import { describe, expect, test } from "vitest";
import type { Span } from "../blocks.ts";
import type { PageContent, Rule } from "../content.ts";
import { layOut } from "../lay-out.ts";
import { builtBar, NO_DOCUMENT } from "../testing/built-page.ts";
import { prose } from "../testing/shown.ts";
import { writeMarkdown } from "../writers/markdown/markdown.ts";
import { type SetGlyph, setPage } from "./testing/set-page.ts";

const MI = "CMMI10";
const SY = "CMSY10";
const EX = "CMEX10";
const R = "CMR10";

const lines = (texts: readonly string[], y: number): SetGlyph[] =>
  texts.map((text, index) => ({ text, x: 50, y: y + 12 * index, font: R }));

const laidOut = (page: PageContent, hasFormulas: boolean) => layOut(NO_DOCUMENT, [page], { hasFormulas });
const latex = (page: PageContent): string => [...writeMarkdown(laidOut(page, true), { math: "latex" })].join("");
const plain = (page: PageContent): string => [...writeMarkdown(laidOut(page, false))].join("");

/** A page of prose with glyphs on a line of their own in its middle. */
const displayed = (glyphs: readonly SetGlyph[], rules: readonly Rule[] = []): PageContent =>
  setPage([...lines(prose(5), 100), ...glyphs, ...lines(prose(5), 240)], rules);

const displayedLatex = (glyphs: readonly SetGlyph[], rules: readonly Rule[] = []): string | undefined =>
  /\$\$\n([\s\S]*?)\n\$\$/.exec(latex(displayed(glyphs, rules)))?.[1];

describe("displayed formulas", () => {
  test("have fractions, roots and their number", () => {
    const glyphs: SetGlyph[] = [
      { text: "x", x: 200, y: 180, font: MI },
      { text: "=", x: 209, y: 180, font: R },
      { text: "a", x: 224, y: 173, font: MI },
      { text: "√", x: 221, y: 187, font: SY, width: 8, up: 7.5, down: 1 },
      { text: "b", x: 229, y: 187, font: MI },
      { text: "(3)", x: 340, y: 180, font: R },
    ];
    const rules = [builtBar(220, 236, 177.5), builtBar(229, 235, 179.5)];
    expect(displayedLatex(glyphs, rules)).toBe(String.raw`x = \frac{a}{\sqrt{b}} \tag{3}`);
  });

  test("have limits above and below their sign, and scripts at their corners", () => {
    const glyphs: SetGlyph[] = [
      { text: "∑", x: 200, y: 172, font: EX, width: 14, up: 0, down: 14 },
      { text: "n", x: 204.5, y: 169, font: "CMMI7", sizePt: 7 },
      { text: "i", x: 200.5, y: 194, font: "CMMI7", sizePt: 7 },
      { text: "=", x: 204, y: 194, font: "CMR7", sizePt: 7 },
      { text: "1", x: 208, y: 194, font: "CMR7", sizePt: 7 },
      { text: "x", x: 216, y: 181, font: MI },
      { text: "i", x: 221.2, y: 182.5, font: "CMMI7", sizePt: 7 },
      { text: "2", x: 221.2, y: 177, font: "CMR7", sizePt: 7 },
      { text: "=", x: 229, y: 181, font: R },
      { text: "0", x: 238, y: 181, font: R },
    ];
    expect(displayedLatex(glyphs)).toBe(String.raw`\sum_{i = 1}^n x_i^2 = 0`.replace("^n x", "^nx"));
  });

  test("on several lines are aligned at their relations", () => {
    const row = (y: number, right: string): SetGlyph[] => [
      { text: "=", x: 209, y, font: R },
      { text: right, x: 219, y, font: MI },
    ];
    const glyphs = [{ text: "y", x: 200, y: 172, font: MI }, ...row(172, "a"), ...row(184, "b")];
    expect(displayedLatex(glyphs)).toBe("\\begin{aligned}\ny &= a \\\\\n&= b\n\\end{aligned}");
  });

  test("whose structure is not certain stay text", () => {
    // Two letters of one size on two baselines that are neither lines nor scripts.
    const glyphs: SetGlyph[] = [
      { text: "x", x: 200, y: 180, font: MI },
      { text: "=", x: 209, y: 180, font: R },
      { text: "a", x: 219, y: 176, font: MI },
    ];
    const page = displayed(glyphs);
    expect(displayedLatex(glyphs)).toBeUndefined();
    expect(latex(page)).toBe(plain(page));
  });
});

const line = (glyphs: readonly SetGlyph[]): PageContent => setPage([...lines(prose(4), 100), ...glyphs]);

describe("formulas within a line", () => {
  test("are what belongs together, without the punctuation of the text", () => {
    const page = line([
      { text: "where", x: 50, y: 148, font: R },
      { text: "f", x: 78.5, y: 148, font: MI },
      { text: "(", x: 83.5, y: 148, font: R },
      { text: "α", x: 86.5, y: 148, font: MI },
      { text: ")", x: 91.5, y: 148, font: R },
      { text: "≤", x: 97, y: 148, font: SY },
      { text: "1", x: 105, y: 148, font: R },
      { text: ",", x: 110, y: 148, font: R },
      { text: "costs", x: 119, y: 148, font: R },
      { text: "$5", x: 147, y: 148, font: R },
    ]);
    expect(latex(page)).toContain(String.raw`where $f(\alpha) \leq 1$, costs \$5`);
    expect(plain(page)).toContain("costs $5");
  });

  test("are left where the text has no formula", () => {
    const page = line([{ text: "in 1998 (see page 3) = 4", x: 50, y: 148, font: R }]);
    expect(latex(page)).toBe(plain(page));
  });

  test("have the letters and digits of the text, whatever is drawn", () => {
    // Pages of random glyphs: what is read of them is never more, and never less, than what they are.
    const next = random(7);
    for (let round = 0; round < 60; round++) {
      const glyphs = Array.from({ length: 12 }, (): SetGlyph => {
        const sizePt = next() < 0.3 ? 7 : 10;
        const text = "abxyz012+=()"[Math.floor(next() * 12)] ?? "a";
        return {
          text,
          x: 60 + next() * 120,
          y: 175 + Math.round(next() * 4) * 3,
          font: /[a-z]/.test(text) ? MI : R,
          sizePt,
        };
      });
      const rules = next() < 0.5 ? [builtBar(80, 80 + next() * 60, 178)] : [];
      const { blocks } = laidOut(displayed(glyphs, rules), true);
      const formulas = spansOf(blocks).filter(({ formula }) => formula !== undefined);
      const read = formulas.map(({ formula }) => lettersOf(withoutCommands(formula?.latex ?? "")));
      expect(read).toEqual(formulas.map(({ text }) => lettersOf(text)));
    }
  });
});

function spansOf(value: unknown): Span[] {
  if (Array.isArray(value)) {
    return value.flatMap(spansOf);
  }
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return "text" in value ? [value as Span] : Object.values(value).flatMap(spansOf);
}

const withoutCommands = (text: string): string =>
  text.replaceAll(/\\(?:begin|end)\{[a-z]+\*?\}/g, "").replaceAll(/\\[a-zA-Z]+/g, "");

const lettersOf = (text: string): string => (text.match(/[A-Za-z0-9]/g) ?? []).toSorted().join("");

/** Returns numbers from 0 to 1 that are always the same. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
