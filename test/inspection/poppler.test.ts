import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Bounds, CosDocument, CosError, pagesOf } from "../../packages/cos/src/index.ts";
import { type DocumentDescription, describeDocument } from "../../packages/inspection/src/index.ts";
import { IS_FULL } from "../running/sampling.ts";
import { type PopplerFont, popplerFonts, popplerImages, type PopplerInfo, popplerInfo } from "./poppler.ts";

/*
 * What @quire/inspection says of real documents, and what poppler says of them. QUIRE_TEST_CORPORA names the folder with the
 * corpora; the full run takes all of them, other runs a few.
 */

const folder = join(process.env["QUIRE_TEST_CORPORA"] ?? "", "pdfs");
const all = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".pdf")) : [];
const files = IS_FULL ? all : all.filter((_, index) => index % 60 === 0);
if (files.length === 0) {
  console.warn("Comparisons with poppler are left out: QUIRE_TEST_CORPORA does not lead to documents.");
}

/** The pages whose boxes are compared. */
const PAGES = 20;

interface Compared {
  readonly file: string;
  readonly ours: DocumentDescription;
  readonly info: PopplerInfo;
}

const path = (file: string): string => join(folder, file);

function described(file: string): DocumentDescription | undefined {
  try {
    const document = CosDocument.open(readFileSync(path(file)), { bounds: new Bounds({ timeoutMs: 60_000 }) });
    const pages = pagesOf(document).map(({ index }) => index + 1);
    return describeDocument(document, { pages, contentBounds: new Bounds({ timeoutMs: 60_000 }) });
  } catch (error) {
    if (error instanceof CosError) {
      return undefined;
    }
    throw error;
  }
}

const differing = (name: string, ours: unknown, theirs: unknown): readonly string[] =>
  ours === theirs ? [] : [`${name} is ${String(ours)}, and ${String(theirs)} by poppler`];

const isNear = (one: number | null | undefined, other: number): boolean =>
  one !== null && one !== undefined && Math.abs(one - other) <= 1.5 + 0.01 * other;

function fontFaults(file: string, font: DocumentDescription["fonts"]["items"][number], theirs: PopplerFont): string[] {
  const type = font.type.replace("Type 1 (OpenType)", "Type 1C (OT)").replace("Type 0 (OpenType)", "Type 0C (OT)");
  return [
    ...differing("type", type.replace("(OpenType)", "(OT)"), theirs.type),
    ...differing("embedded", font.isEmbedded, theirs.isEmbedded),
    ...differing("subset", font.isSubset, theirs.isSubset),
    ...differing("Unicode", font.hasToUnicode, theirs.hasToUnicode),
  ].map((text) => `${file}, ${theirs.name}: ${text}`);
}

describe.skipIf(files.length === 0)("what poppler says of real documents", () => {
  const compared: Compared[] = [];

  beforeAll(async () => {
    for (const file of files) {
      const ours = described(file);
      const info = ours && (await popplerInfo(path(file), Math.min(ours.pageCount, PAGES)));
      if (ours !== undefined && info !== undefined) {
        compared.push({ file, ours, info });
      }
    }
  }, 900_000);

  /** Returns where the two differ, for those documents that are not known to be read in another way. */
  const differences = (known: readonly string[], of: (each: Compared) => readonly string[]): readonly string[] =>
    compared
      .filter(({ file }) => !known.includes(file))
      .flatMap((each) => of(each).map((text) => `${each.file}: ${text}`));

  test("nearly all of them can be compared", () => {
    expect(compared.length).toBeGreaterThan(0.95 * files.length);
  });

  test("pages, version, tags, linearization, scripts, forms", () => {
    // A page tree with loops; a header without a version.
    const found = differences(["Pages-tree-refs.pdf", "bug1606566.pdf"], ({ ours, info: { values } }) => [
      ...differing("pages", String(ours.pageCount), values.get("Pages")),
      ...differing("version", ours.pdfVersion, values.get("PDF version")),
      ...differing("tagged", ours.isTagged, values.get("Tagged") === "yes"),
      ...differing("linearized", ours.isLinearized, values.get("Optimized") === "yes"),
      ...differing("scripts", ours.scripts.total > 0, values.get("JavaScript") === "yes"),
      ...differing("form", ours.forms === null, values.get("Form") === "none"),
      ...differing("encrypted", ours.encryption !== null, values.get("Encrypted")?.startsWith("yes")),
    ]);
    expect(found).toEqual([]);
  });

  test("boxes", () => {
    // A crop box outside of the media box, which poppler makes empty.
    const found = differences(["boundingBox_invalid.pdf"], ({ ours, info: { boxes } }) =>
      ours.pages.items.slice(0, PAGES).flatMap((page) =>
        (["mediaBox", "cropBox", "bleedBox", "trimBox", "artBox"] as const).flatMap((key) => {
          const { left, bottom, right, top } = page[key];
          const theirs = boxes.get(`${page.page} ${key.replace(/^./, (letter) => letter.toUpperCase())}`);
          const isSame = theirs?.every(
            (side, index) => Math.abs(side - ([left, bottom, right, top][index] ?? 0)) < 0.02,
          );
          return isSame === false
            ? [`${key} of page ${page.page} is ${left} ${bottom} ${right} ${top}, not ${theirs?.join(" ")}`]
            : [];
        }),
      ),
    );
    expect(found).toEqual([]);
  });

  test("fonts: which, of which type, embedded, subset, with Unicode", { timeout: 900_000 }, async () => {
    const found: string[] = [];
    let fonts = 0;
    for (const { file, ours } of compared) {
      const byObject = new Map(ours.fonts.items.map((font) => [font.object, font]));
      for (const theirs of await popplerFonts(path(file))) {
        fonts += 1;
        const font = byObject.get(theirs.object);
        found.push(...(font === undefined ? [`${file}: ${theirs.name} is missing`] : fontFaults(file, font, theirs)));
      }
    }
    // Poppler goes by the program where its type is another than the dictionary says; it has rules of its own for names.
    expect(found.length, found.join("\n")).toBeLessThanOrEqual(Math.ceil(0.02 * fonts));
  });

  test("images: which, of which size, in which resolution", { timeout: 900_000 }, async () => {
    const found: string[] = [];
    for (const { file, ours } of compared) {
      const byObject = new Map(ours.images.items.map((image) => [image.object, image]));
      for (const theirs of await popplerImages(path(file))) {
        const image = byObject.get(theirs.object);
        const isSame =
          image?.widthPx === theirs.widthPx &&
          image.heightPx === theirs.heightPx &&
          isNear(image.horizontalPpi, theirs.horizontalPpi) &&
          isNear(image.verticalPpi, theirs.verticalPpi);
        if (!isSame) {
          found.push(`${file}: ${JSON.stringify(theirs)}, ${JSON.stringify(image)}`);
        }
      }
    }
    expect(found).toEqual([]);
  });
});
