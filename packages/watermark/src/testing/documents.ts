import { Bounds, type CosDirect, CosDocument, Dict, MadeObjects, Name, type OpenOptions, type Ref } from "@quire/cos";
import type { TextSetter } from "../mark/set-text.ts";
import type { Watermark, WatermarkWarning } from "../watermark.ts";
import { writeMarked } from "../write-marked.ts";

export interface MadeDocument {
  /** Entries of the catalog; `trailer` has those of the trailer. */
  readonly catalog?: string;
  readonly trailer?: string;
  readonly version?: string;
  /** Entries of the page tree's root; its kids are the pages, unless `kids` lists others. */
  readonly tree?: string;
  readonly kids?: string;
  /** Entries of the pages, which are objects 10, 11 and so on. */
  readonly pages: readonly string[];
  /** Further objects by number, from 100 on. */
  readonly objects?: Readonly<Record<number, string>>;
}

/** Returns the bytes of a document with a cross-reference table. */
export function pdfOf({
  catalog = "",
  trailer = "",
  version = "1.7",
  tree = "",
  kids,
  pages,
  objects,
}: MadeDocument): Buffer {
  const count = kids === undefined ? pages.length : kids.split("R").length - 1;
  const all = new Map<number, string>([
    [1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`],
    [
      2,
      `<</Type/Pages/Count ${count}/Kids[${kids ?? pages.map((_, index) => `${10 + index} 0 R`).join(" ")}]${tree}>>`,
    ],
    ...pages.map((entries, index): [number, string] => [10 + index, `<</Type/Page/Parent 2 0 R${entries}>>`]),
    ...Object.entries(objects ?? {}).map(([number, text]): [number, string] => [Number(number), text]),
  ]);
  const size = Math.max(...all.keys()) + 1;
  let text = `%PDF-${version}\n`;
  let xref = `xref\n0 ${size}\n`;
  for (let number = 0; number < size; number++) {
    const object = all.get(number);
    xref += object === undefined ? "0000000000 65535 f \n" : `${String(text.length).padStart(10, "0")} 00000 n \n`;
    text += object === undefined ? "" : `${number} 0 obj\n${object}\nendobj\n`;
  }
  return Buffer.from(
    `${text}${xref}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`,
    "latin1",
  );
}

export const streamOf = (data: string, entries = ""): string =>
  `<</Length ${data.length}${entries}>>\nstream\n${data}\nendstream`;

/** Returns a document of one page, with its content in object 100. */
export const pageOf = (content: string, entries = "/MediaBox[0 0 300 400]/Resources<<>>"): Buffer =>
  pdfOf({ pages: [`${entries}/Contents 100 0 R`], objects: { 100: streamOf(content) } });

export type Options = Partial<Omit<Watermark, "fonts">> & OpenOptions;

/** Marks a document with texts set by `boxSetter`. */
export function marked(pdf: Uint8Array, options: Options = {}): { pdf: Buffer; warnings: readonly WatermarkWarning[] } {
  const document = CosDocument.open(pdf, options);
  const watermark = {
    text: "MARK",
    pages: [1],
    position: "center",
    opacity: 1,
    sizePt: 20,
    colour: [0, 0, 0],
    layer: "over",
    fit: false,
    ...options,
  } as const;
  const objects = new MadeObjects();
  const pieces: Uint8Array[] = [];
  const warnings = writeMarked({
    document,
    watermark,
    setter: boxSetter(watermark.sizePt, (value) => objects.add(value)),
    objects,
    sink: { write: (bytes) => void pieces.push(bytes.slice()) },
    bounds: options.bounds ?? new Bounds(),
  });
  return { pdf: Buffer.concat(pieces), warnings };
}

/**
 * Sets a text as a filled box, as high as its size and as wide as its letters together, with the text in white in it. A
 * `?` stands for a character that no font has, a `*` for one with its own colours.
 */
function boxSetter(sizePt: number, add: (value: CosDirect) => Ref): TextSetter {
  return {
    set(text) {
      const known = text.replaceAll("?", "");
      const isIncomplete = known !== text;
      if (known.trim() === "") {
        return { text: undefined, isIncomplete };
      }
      const widthPt = sizePt * known.length * 0.6;
      const show = `BT 1 g /C ${sizePt} Tf 0 ${sizePt / 4} Td (${known}) Tj ET`;
      const content = Buffer.from(`0 0 ${widthPt} ${sizePt} re f\n${show}\n`);
      return { text: { widthPt, heightPt: sizePt, content, hasColours: text.includes("*") }, isIncomplete };
    },
    fonts() {
      const courier = { Type: new Name("Font"), Subtype: new Name("Type1"), BaseFont: new Name("Courier") };
      return new Dict([["C", add(new Dict(Object.entries(courier)))]]);
    },
  };
}
