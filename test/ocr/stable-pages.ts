import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { worldCorpus } from "./world-score.ts";

/** A page whose text is known, of either corpus. */
export interface StablePage {
  readonly id: string;
  readonly language: string;
  readonly imagePath: string;
  readonly text: string;
}

/**
 * The choice of which the stability of reading is measured: of each class of `ocr-world`, scans and photographs that
 * people have, and of each condition of `ocr`, pages that we degraded ourselves.
 */
const CHOICE = {
  "ocr-world": [
    "receipt-007 receipt-111 receipt-215 receipt-319 receipt-579 form-82253058_3059 form-85240939",
    "form-87332450 office-multicol_05 office-filing_01 type-eng-05 type-deu-01 type-deu-08",
    "type-fra-02 type-fra-06 book-spa-g-01 book-fra-01 book-fra-07 old-fra-05 photo-eng-01",
    "photo-fra-03 photo-fra-06",
  ],
  ocr: [
    "p02-clean p20-clean p27-clean p37-clean p48-clean p55-clean p08-skew p27-rot90 p28-noise",
    "p29-blur p48-jpeg30 p22-lowcon p50-dpi100 p33-fax p25-combo p36-rot180 p23-shadow p58-shadow",
  ],
} as const;

/** The page of `npm test`: grey typescript between dark edges, which was read on its side after every second change. */
export const SAMPLE_PAGE = "type-fra-06";

/** Returns the 40 pages under `root` (`QUIRE_TEST_CORPORA`); undefined without both corpora. */
export function stablePages(root: string | undefined): readonly StablePage[] | undefined {
  const directories = Object.keys(CHOICE).map((name) => join(root ?? "", name));
  if (root === undefined || !directories.every((directory) => existsSync(join(directory, "manifest.json")))) {
    return undefined;
  }
  return [...worldPages(root), ...degradedPages(join(root, "ocr"))];
}

const idsOf = (corpus: keyof typeof CHOICE): readonly string[] => CHOICE[corpus].flatMap((ids) => ids.split(" "));

const read = (directory: string, path: string): string => readFileSync(join(directory, path), "utf8");

function worldPages(root: string): StablePage[] {
  const { directory, pages } = worldCorpus(root) ?? { directory: "", pages: [] };
  const chosen = idsOf("ocr-world");
  return pages
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, lang, file }) => ({
      id,
      language: lang,
      imagePath: join(directory, file),
      text: read(directory, `truth/${id}.txt`),
    }));
}

function degradedPages(directory: string): StablePage[] {
  const { items } = JSON.parse(read(directory, "manifest.json")) as {
    items: { id: string; lang: string; image: string; truth: string }[];
  };
  const chosen = idsOf("ocr");
  return items
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, lang, image, truth }) => ({
      id,
      language: lang,
      imagePath: join(directory, image),
      text: (JSON.parse(read(directory, truth)) as { text: string }).text,
    }));
}

/** Returns the F1 score, in percent, of the words of `text`, runs of letters and digits whatever their order and case. */
export function wordF1({ text: truth }: StablePage, text: string): number {
  const [wanted, found] = [wordsOf(truth), wordsOf(text)];
  const left = new Map<string, number>();
  for (const word of wanted) {
    left.set(word, (left.get(word) ?? 0) + 1);
  }
  let right = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    right += count > 0 ? 1 : 0;
    left.set(word, count - 1);
  }
  return (200 * right) / Math.max(1, wanted.length + found.length);
}

/** Words whose hyphen stands at the end of a line are whole. */
const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ſ", "s")
    .replaceAll(/(\p{L})[-¬⸗\u00AD]\s*\n\s*(?=\p{Ll})/gu, "$1")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export const filenameOf = ({ imagePath }: StablePage): string => basename(imagePath);
