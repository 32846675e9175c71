import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { validate } from "../../packages/pdfa/src/index.ts";
import { LANGUAGES } from "../../src/platform/templates/starters/labels/translations.ts";
import { type Starter, starters } from "../../src/platform/templates/starters/starters.ts";
import { call, newClient } from "../api/accounts.ts";
import { information, pageCount, textOf, type Word, withoutChromium, wordOf, words } from "../api/html-to-pdf.ts";
import { expectOk, warnings } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { Verapdf, verapdfProgram } from "../pdfa/differential/verapdf.ts";
import { chosen, IS_FULL } from "../running/sampling.ts";
import { type Language, sampleIn } from "../starters/samples.ts";

/* The built-in templates on paper: in each language, with few and with many variables, in the places that paper has. */

const FROM_TEMPLATE = "/api/v1/pdf/from-template";
const MM = 72 / 25.4;

const ALL = starters.flatMap((starter) => LANGUAGES.map((language) => ({ starter, language, slug: starter.slug })));
const program = verapdfProgram(process.env["QUIRE_TEST_CORPORA"]);
const folder = mkdtempSync(join(tmpdir(), "quire-starters-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const starterOf = (slug: string): Starter => {
  const found = starters.find((starter) => starter.slug === slug);
  expect(found).toBeDefined();
  return found as Starter;
};

describe.skipIf(withoutChromium)("starters", () => {
  const service = commonService();
  const print = async (slug: string, variables: object, more: object = {}): Promise<Buffer> => {
    const reply = expectOk(
      await call(service(), "POST", FROM_TEMPLATE, { value: { template_slug: slug, variables, ...more } }),
    );
    expect(warnings(reply)).toEqual([]);
    return reply.body;
  };
  const printSample = (slug: string, language: Language, more: object = {}): Promise<Buffer> =>
    print(slug, sampleIn(language, starterOf(slug)), { locale: language, ...more });

  test.each(chosen(ALL, [4, 10, 29, 37]))(
    "$slug in $language is one page, and accessible",
    async ({ slug, language }) => {
      const pdf = await printSample(slug, language);
      const { accessibility } = validate(pdf, { accessibility: "ua1" });
      expect([accessibility?.claimed, accessibility?.findings]).toEqual(["PDF/UA-1", []]);
      expect(await pageCount(pdf)).toBe(1);
      expect((await information(pdf))("Title")).not.toBe(starterOf(slug).name);
    },
  );

  test.each(chosen(ALL, [14]))("$slug in $language conforms to PDF/A", async ({ slug, language }) => {
    const pdf = await printSample(slug, language, { pdfa: "2b" });
    expect(validate(pdf, { flavour: "2b" }).isCompliant).toBe(true);
  });

  test.runIf(IS_FULL && program !== undefined)("veraPDF says so of all of them", { timeout: 900_000 }, async () => {
    await using verapdf = new Verapdf(program ?? "");
    for (const [flavour, options] of [
      ["ua1", {}],
      ["2b", { pdfa: "2b" }],
    ] as const) {
      const files = [];
      for (const { slug, language } of ALL) {
        const path = join(folder, `${slug}-${language}-${flavour}.pdf`);
        // oxlint-disable-next-line eslint/no-await-in-loop -- one browser prints them
        writeFileSync(path, await printSample(slug, language, options));
        files.push({ path, flavour });
      }
      // oxlint-disable-next-line eslint/no-await-in-loop -- one judge after the other
      const verdicts = await verapdf.judge(files);
      expect(files.filter((_, index) => verdicts[index]?.isCompliant !== true).map(({ path }) => path)).toEqual([]);
    }
  });

  test.each(["en", "ar"] as const)("the address of a letter is in the window of its envelope: %s", async (language) => {
    const address = { client_name: "Wwindow", client_address: "Wone\nWtwo\nWthree\nWfour\nWfive" };
    const pdf = await print(
      "letter-standard",
      { ...sampleIn(language, starterOf("letter-standard")), ...address },
      { locale: language },
    );
    const shown = (await words(pdf)).filter(({ text }) => text.startsWith("W"));
    expect(shown.map(({ text }) => text)).toEqual(["Wwindow", "Wone", "Wtwo", "Wthree", "Wfour", "Wfive"]);
    // DIN 5008, form B: the zone of the address is 80 by 27.3 mm, its upper left corner at 25 and 62.7 mm.
    expect(shown.filter((word) => !isWithin(word, { x: 25, y: 62.5, width: 80, height: 27.5 }))).toEqual([]);
  });

  test("each label is on its label, and what is left free stays free", async () => {
    const labels = [
      {},
      {},
      ...Array.from({ length: 42 }, (_, index) => ({ name: `L${index + 2}`, address: "Road\nTown" })),
    ];
    const pdf = await print("label-sheet-3x7", { labels });
    expect(await pageCount(pdf)).toBe(3);
    const all = await words(pdf);
    for (const word of all.filter(({ text }) => /^L\d+$/.test(text))) {
      const place = Number(word.text.slice(1));
      const [column, row] = [place % 3, Math.floor((place % 21) / 3)];
      const at = { x: 7.21 + column * 66.04, y: 15.15 + row * 38.1, width: 63.5, height: 38.1 };
      expect([word.text, word.page, isWithin(word, at)]).toEqual([word.text, 1 + Math.floor(place / 21), true]);
      // Half a millimetre is what nobody sees: the name begins 5 mm from the edge of its label.
      expect(Math.abs(word.xMin / MM - (at.x + 5))).toBeLessThan(0.5);
    }
    expect(all).toHaveLength(42 * 3);
  });

  test("the sums of a list that just fills a page take its last items with them", async () => {
    const { sample } = starterOf("invoice-standard");
    const items = Array.from({ length: 14 }, (_, index) => ({
      description: `Row${index}`,
      quantity: 1,
      price: 2,
      amount: 2,
    }));
    const pdf = await print("invoice-standard", { ...sample, items });
    const places = await Promise.all(["Row11", "Row13", "Subtotal", "Total", "IBAN"].map((text) => wordOf(pdf, text)));
    expect(places.map(({ page }) => page)).toEqual([1, 2, 2, 2, 2]);
    expect((await words(pdf)).filter(({ text }) => text === "Description")).toHaveLength(2);
  });

  test.each([
    ["en-GB", "Invoice 2026-0042", "1 April 2026", "£6,927.60"],
    ["de", "Rechnung 2026-0042", "1. April 2026", "6.927,60 £"],
    ["fr-CA", "Facture 2026-0042", "1 avril 2026", "6 927,60 £"],
    ["es", "Factura 2026-0042", "1 de abril de 2026", "6927,60 GBP"],
    ["ar-EG", "فاتورة", "أبريل", "٦٬٩٢٧٫٦٠"],
  ])("an invoice in %s", async (locale, ...expected) => {
    const { sample } = starterOf("invoice-standard");
    const text = await textOf(await print("invoice-standard", sample ?? {}, { locale }));
    expect(
      expected.filter((part) => !text.includes(part)),
      text,
    ).toEqual([]);
  });

  test("a colour and a logo are the account's, and its own template takes the place of a starter", async () => {
    const { key } = await newClient(service(), 100);
    const PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='90' height='30'/%3E";
    const { sample } = starterOf("quote-standard");
    const value = { template_slug: "quote-standard", variables: { ...sample, logo: PICTURE, accent_color: "#0b7a5b" } };
    const branded = expectOk(await call(service(), "POST", FROM_TEMPLATE, { key, value }));
    expect(validate(branded.body, { accessibility: "ua1" }).accessibility?.findings).toEqual([]);
    const own = { content: "<p>Ours for {{client_name}}" };
    expect((await call(service(), "PUT", "/api/v1/templates/quote-standard", { key, value: own })).status).toBe(200);
    expect(await textOf(expectOk(await call(service(), "POST", FROM_TEMPLATE, { key, value })).body)).toBe(
      "Ours for Alder & Finch Ltd",
    );
  });
});

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns whether a word is within an area in millimetres from the upper left corner of its page. */
const isWithin = ({ xMin, xMax, yMin, yMax }: Word, { x, y, width, height }: Area): boolean =>
  xMin / MM >= x - 0.2 && xMax / MM <= x + width + 0.2 && yMin / MM >= y - 0.2 && yMax / MM <= y + height + 0.2;
