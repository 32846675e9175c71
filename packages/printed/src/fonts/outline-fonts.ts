import {
  type Bounds,
  type CosDocument,
  CosString,
  type CosValue,
  Dict,
  decodeStream,
  Name,
  type Page,
  type Ref,
  resolve,
  Stream,
} from "@quire/cos";
import { outlineProgram, type WebGlyph } from "@quire/typeset/webfont";
import { glyphOutline } from "./glyph-outline.ts";

/*
 * A browser writes a font that it cannot embed as Type 3 fonts, whose glyphs are drawings: those of CID-keyed outlines,
 * as the fonts for Chinese, Japanese and Korean are, variable fonts, and web fonts that come compressed. Readers draw
 * them without care for small sizes, and name no font. Each face becomes one TrueType font again; the codes that pages
 * show stay as they are.
 */

/** A Type 3 font: the procedures of its glyphs by codes, and the glyphs by their procedures. */
interface DrawnFont {
  readonly dict: Dict;
  readonly codes: ReadonlyMap<number, string>;
  readonly glyphs: ReadonlyMap<string, WebGlyph>;
}

/**
 * Makes the Type 3 fonts of pages whose glyphs are outlines composite fonts. Others, such as those of emoji, stay.
 * @param options.listsGlyphs whether the fonts list their glyphs
 * @throws CosError `too_complex`
 */
export function embedOutlineFonts(
  document: CosDocument,
  pages: readonly Page[],
  options: { readonly listsGlyphs: boolean },
): void {
  const faces = new Map<Dict, DrawnFont[]>();
  for (const dict of type3Fonts(pages, document.bounds)) {
    const descriptor = dict.dict("FontDescriptor");
    const font = descriptor?.name("FontName") === undefined ? undefined : drawnFont(dict, document.bounds);
    if (descriptor !== undefined && font !== undefined) {
      const fonts = faces.get(descriptor) ?? [];
      fonts.push(font);
      faces.set(descriptor, fonts);
    }
  }
  for (const [descriptor, fonts] of faces) {
    embedFace(document, { descriptor, fonts, ...options });
  }
}

/** Returns the Type 3 fonts that pages, and the forms which they draw, name in their resources. */
function type3Fonts(pages: readonly Page[], bounds: Bounds): ReadonlySet<Dict> {
  const found = new Set<Dict>();
  const seen = new Set<Dict>();
  const waiting = pages.flatMap(({ resources }) => resources ?? []);
  for (let resources = waiting.pop(); resources !== undefined; resources = waiting.pop()) {
    bounds.step();
    if (seen.has(resources)) {
      continue;
    }
    seen.add(resources);
    for (const font of valuesOf(resources.dict("Font"))) {
      if (font instanceof Dict && font.name("Subtype") === "Type3") {
        found.add(font);
      }
    }
    for (const object of valuesOf(resources.dict("XObject"))) {
      const own = object instanceof Stream ? object.dict.dict("Resources") : undefined;
      waiting.push(...(own === undefined ? [] : [own]));
    }
  }
  return found;
}

const valuesOf = (dict: Dict | undefined) => [...(dict?.entries.values() ?? [])].map((value) => resolve(value));

/** Reads a Type 3 font; undefined when one of its glyphs is no outline. */
function drawnFont(dict: Dict, bounds: Bounds): DrawnFont | undefined {
  const [a, b, c, d, e, f] = (dict.array("FontMatrix") ?? []).map(Number);
  const procedures = dict.dict("CharProcs");
  if (a === undefined || d === undefined || [b, c, e, f].some((value) => value !== 0) || procedures === undefined) {
    return undefined;
  }
  const codes = new Map<number, string>();
  const glyphs = new Map<string, WebGlyph>();
  let missing: string | undefined;
  let code = 0;
  for (const item of dict.dict("Encoding")?.array("Differences") ?? []) {
    bounds.step();
    const value = resolve(item);
    if (typeof value === "number") {
      code = value;
      continue;
    }
    const name = value instanceof Name ? value.value : "";
    missing ??= name;
    // Codes that are not used have the glyph of the first, that for missing ones.
    if (code === 0 || name !== missing) {
      const procedure = procedures.get(name);
      const read = procedure instanceof Stream ? decodeStream(procedure, bounds) : undefined;
      const glyph =
        read === undefined || read.remaining.length > 0 ? undefined : glyphOutline(read.bytes, { x: a, y: d }, bounds);
      if (read === undefined || glyph === undefined) {
        return undefined;
      }
      // A name is that of a glyph in the browser's font, which may be drawn bolder or slanted in another one.
      const drawn = Buffer.from(read.bytes).toString("latin1");
      glyphs.set(drawn, glyph);
      codes.set(code, drawn);
    }
    code += 1;
  }
  return { dict, codes, glyphs };
}

interface DrawnFace {
  readonly descriptor: Dict;
  readonly fonts: readonly DrawnFont[];
  readonly listsGlyphs: boolean;
}

function embedFace(document: CosDocument, { descriptor, fonts, listsGlyphs }: DrawnFace): void {
  const glyphs = new Map(fonts.flatMap((font) => [...font.glyphs]));
  const program = outlineProgram([...glyphs.values()]);
  if (program === undefined) {
    return;
  }
  const name = new Name(descriptor.name("FontName") ?? "");
  const [left, bottom, right, top] = program.box;
  const file = document.add(new Stream(new Dict([["Length1", program.bytes.length]]), program.bytes));
  const described: [string, CosValue][] = [
    ["Type", new Name("FontDescriptor")],
    ["FontName", name],
    ["Flags", SYMBOLIC],
    ["FontBBox", [left, bottom, right, top]],
    ["ItalicAngle", descriptor.number("ItalicAngle") ?? 0],
    ["Ascent", ASCENT],
    ["Descent", DESCENT],
    ["CapHeight", Math.abs(descriptor.number("CapHeight") ?? top)],
    ["StemV", descriptor.number("StemV") ?? 0],
    ["FontFile2", file],
    // Part 1 of PDF/A asks for the list of the glyphs (ISO 19005-1, 6.3.5).
    ...(listsGlyphs ? [["CIDSet", document.add(allOf(glyphs.size + 1))] satisfies [string, CosValue]] : []),
  ];
  const widths = [...glyphs.values()].map(({ advance }) => Math.round(advance * 1_000_000) / 1000);
  const descendant: [string, CosValue][] = [
    ["Type", new Name("Font")],
    ["Subtype", new Name("CIDFontType2")],
    ["BaseFont", name],
    ["CIDSystemInfo", systemInfo()],
    ["FontDescriptor", document.add(new Dict(described))],
    ["DW", 1000],
    ["W", [1, widths]],
    ["CIDToGIDMap", new Name("Identity")],
  ];
  const shared = document.add(new Dict(descendant));
  const identifiers = new Map([...glyphs.keys()].map((glyph, index) => [glyph, index + 1]));
  fonts.forEach(({ dict, codes: drawn }, index) => {
    const codes = [...drawn].map(([code, glyph]) => [code, identifiers.get(glyph) ?? 0] as const);
    makeComposite(document, dict, { name, shared, codes, map: `${name.value}-${index + 1}` });
  });
}

/** The heights of the font box of ideographs, in thousandths of an em: the browser does not say those of a drawn font. */
const ASCENT = 880;
const DESCENT = -120;

/** Returns the list of the first CIDs, a bit for each. */
function allOf(count: number): Stream {
  const bytes = new Uint8Array(Math.ceil(count / 8));
  for (let cid = 0; cid < count; cid += 1) {
    bytes[cid >> 3] = (bytes[cid >> 3] ?? 0) | (0x80 >> (cid & 7));
  }
  return new Stream(new Dict(), bytes);
}

/** The flag of a font whose codes are not those of the standard Latin character set (ISO 32000-2, table 121). */
const SYMBOLIC = 4;

const systemInfo = (): Dict =>
  new Dict([
    ["Registry", new CosString(Buffer.from("Adobe"))],
    ["Ordering", new CosString(Buffer.from("Identity"))],
    ["Supplement", 0],
  ]);

interface Composite {
  readonly name: Name;
  /** The descendant font, which the fonts of a face share. */
  readonly shared: Ref;
  /** The codes with their CIDs. */
  readonly codes: readonly (readonly [code: number, cid: number])[];
  /** The name of the CMap. */
  readonly map: string;
}

/** Makes a Type 3 font a composite one in its place, with the same codes of one byte, and the same text for them. */
function makeComposite(document: CosDocument, font: Dict, { name, shared, codes, map }: Composite): void {
  for (const key of [...font.entries.keys()].filter((one) => one !== "ToUnicode" && one !== "Type")) {
    font.delete(key);
  }
  const entries: [string, CosValue][] = [
    ["Type", new Name("CMap")],
    ["CMapName", new Name(map)],
    ["CIDSystemInfo", systemInfo()],
  ];
  font.set("Subtype", new Name("Type0"));
  font.set("BaseFont", name);
  font.set("Encoding", document.add(new Stream(new Dict(entries), characterMap(map, codes))));
  font.set("DescendantFonts", [shared]);
}

/** The most mappings between the operators of a CMap (Adobe Technical Note 5014). */
const MAX_MAPPINGS = 100;

function characterMap(name: string, codes: Composite["codes"]): Uint8Array {
  const lines = codes.map(([code, cid]) => `<${code.toString(16).padStart(2, "0")}> ${cid}`);
  const blocks: string[] = [];
  for (let start = 0; start < lines.length; start += MAX_MAPPINGS) {
    const block = lines.slice(start, start + MAX_MAPPINGS);
    blocks.push(`${block.length} begincidchar\n${block.join("\n")}\nendcidchar\n`);
  }
  const text =
    "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n" +
    "/CIDSystemInfo 3 dict dup begin\n/Registry (Adobe) def\n/Ordering (Identity) def\n/Supplement 0 def\nend def\n" +
    `/CMapName /${name} def\n/CMapType 1 def\n/WMode 0 def\n` +
    `1 begincodespacerange\n<00> <ff>\nendcodespacerange\n${blocks.join("")}` +
    "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n";
  return new Uint8Array(Buffer.from(text, "latin1"));
}
