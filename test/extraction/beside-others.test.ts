import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { upload } from "../api/client.ts";
import { json } from "../api/reply.ts";
import { sharedService } from "../api/service.ts";
import { bareText } from "./beside/bare-text.ts";
import { EXCEPTIONS, MOST_EXCEPTIONS } from "./beside/exceptions.ts";
import { type LostText, lostText, type OtherTexts } from "./beside/lost-text.ts";
import { otherTexts, pageCount } from "./beside/other-programs.ts";
import { type Form, SETTINGS } from "./convert.ts";

/*
 * The text of the first pages of every PDF of the corpora, and of all pages of some, beside what pdftotext and mutool
 * read there: what both read and this service does not is lost. QUIRE_TEST_CORPORA names the folder with the corpora;
 * QUIRE_TEST_FULL=1 takes all files, otherwise a sample is taken.
 */

const corpora = process.env.QUIRE_TEST_CORPORA;
const full = process.env.QUIRE_TEST_FULL === "1";
const CORPORA = ["extract", "extract-real", "extract-world", "pdfs"];
const EVERY = full ? 1 : 40;
/** The pages of a document that are compared, but for those of which all are. */
const MOST_PAGES = 5;
const WHOLE_DOCUMENTS = full ? 50 : 1;
const AT_ONCE = 2;

const files =
  corpora === undefined ? [] : CORPORA.flatMap((name) => globSync(join(corpora, name, "**/*.pdf")).toSorted());
const compared = files.filter((_, index) => index % EVERY === 0);

const isExcepted = (path: string, form: Form): boolean =>
  EXCEPTIONS.some(({ file, forms }) => file === basename(path) && forms.includes(form));

if (files.length === 0) {
  console.warn("Texts beside those of other programs are left out: QUIRE_TEST_CORPORA does not lead to documents.");
}

/** Fields with which running headers stay: HTML has them where it shows pages as they look. */
const WHOLE = { text: {}, markdown: { keep_furniture: "true" }, html: { mode: "layout", images: "omit" } } as const;

/** What documents lack, by file; documents that not all programs read are left out. */
type Losses = ReadonlyMap<string, LostText>;

describe.skipIf(files.length === 0)("text beside what pdftotext and mutool read", () => {
  const service = sharedService(SETTINGS);
  const others = new Map<string, { readonly texts: OtherTexts; readonly pages: number }>();
  const losses: Partial<Record<Form, Losses>> = {};

  beforeAll(async () => {
    let whole = 0;
    await inParallel(compared, async (file) => {
      const count = await pageCount(file);
      const isWhole = count > MOST_PAGES && ++whole <= WHOLE_DOCUMENTS;
      const pages = isWhole ? count : Math.min(MOST_PAGES, count);
      const texts = await otherTexts(file, pages);
      if (texts !== undefined) {
        others.set(file, { texts, pages });
      }
    });
    for (const form of ["text", "markdown", "html"] as const) {
      losses[form] = await lossesOf(form);
    }
  }, 1_200_000);

  async function lossesOf(form: Form): Promise<Losses> {
    const found = new Map<string, LostText>();
    const own = [...others].filter(([file]) => !isExcepted(file, form));
    await inParallel(own, async ([file, { texts, pages }]) => {
      const reply = await upload(service(), {
        path: `/api/v1/convert/pdf-to-${form}`,
        file: { content: readFileSync(file), filename: basename(file) },
        fields: { ocr: "never", pages: `1-${pages}`, ...WHOLE[form] },
      });
      if (reply.status === 200) {
        found.set(basename(file), lostText(bareText((json(reply) as Record<Form, string>)[form], form), texts));
      }
    });
    return found;
  }

  test("enough documents are compared, and the exceptions are few and of files that there are", () => {
    expect(others.size).toBeGreaterThanOrEqual(full ? 300 : 5);
    expect(EXCEPTIONS.length).toBeLessThanOrEqual(MOST_EXCEPTIONS);
    const names = new Set(files.map((file) => basename(file)));
    expect(EXCEPTIONS.filter(({ file }) => !names.has(file))).toEqual([]);
  });

  test("words and numbers that both read are in the text", () => {
    const { words, numbers } = totals(losses.text);
    expect(words.lost / words.shared, shown(losses.text)).toBeLessThanOrEqual(0.0015);
    expect(numbers.lost / numbers.shared, shown(losses.text)).toBeLessThanOrEqual(0.001);
    expect(numbers.alone, shown(losses.text)).toBeLessThanOrEqual(4);
  });

  test("no document is without Unicode values, or empty, that another program reads", () => {
    const unmapped = [...(losses.text ?? [])].filter(([, { unmapped: count }]) => count > 0);
    expect(unmapped.length, shown(losses.text)).toBeLessThanOrEqual(3);
    const empty = [...(losses.text ?? [])].filter(
      ([, { words }]) => words.shared > 0 && words.lost.length === words.shared,
    );
    expect(empty).toEqual([]);
  });

  test.each(["markdown", "html"] as const)("numbers are in %s", (form) => {
    const { numbers } = totals(losses[form]);
    expect(numbers.lost / numbers.shared, shown(losses[form])).toBeLessThanOrEqual(0.002);
  });
});

function totals(losses: Losses | undefined) {
  const all = [...(losses?.values() ?? [])];
  const total = (part: "words" | "numbers") => ({
    shared: all.reduce((sum, loss) => sum + loss[part].shared, 0),
    lost: all.reduce((sum, loss) => sum + loss[part].lost.length, 0),
    alone: all.reduce((sum, loss) => sum + loss[part].alone.length, 0),
  });
  return { words: total("words"), numbers: total("numbers") };
}

/** Returns a line for each document that lacks something. */
const shown = (losses: Losses | undefined): string =>
  [...(losses ?? [])]
    .filter(([, { words, numbers, unmapped }]) => words.lost.length > 2 || numbers.lost.length > 0 || unmapped > 0)
    .map(
      ([file, { words, numbers, unmapped }]) =>
        `${file}: words ${words.lost.slice(0, 5).join(" ")} (${words.lost.length}), numbers ` +
        `${numbers.lost.slice(0, 5).join(" ")} (${numbers.lost.length}), alone ${numbers.alone.slice(0, 5).join(" ")}, ` +
        `U+FFFD ${unmapped}`,
    )
    .join("\n");

async function inParallel<Value>(values: readonly Value[], use: (value: Value) => Promise<void>): Promise<void> {
  const waiting = values.values();
  const takeValues = async (): Promise<void> => {
    for (const value of waiting) {
      await use(value);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeValues));
}
