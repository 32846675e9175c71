import { type CosDirect, type CosDocument, Dict, decodeStream, isName, type Page, Stream } from "@quire/cos";
import { cidSetOf, Font, programOf } from "@quire/fonts";
import { withLimitedReals } from "../content/limit-reals.ts";
import { isSrgb } from "./is-srgb.ts";
import { srgbProfile } from "./srgb-profile.ts";

/**
 * Gives a document what part 1 of PDF/A asks for and later parts do not: lists of the glyphs of subsets (ISO 19005-1,
 * 6.3.5), profiles of version 2 (6.2.3), no transparency groups around what is not transparent (6.4), and no large real
 * numbers (6.1.12). What is transparent stays, and the document does then not conform.
 * @throws CosError `too_complex`
 */
export function conformToPart1(document: CosDocument, pages: readonly Page[]): void {
  const { bounds } = document;
  for (const page of pages) {
    bounds.step();
    dropGroup(page.dict);
    const { bytes, damage } = page.contents(bounds);
    const limited = damage.length === 0 ? withLimitedReals(bytes, bounds) : undefined;
    if (limited !== undefined) {
      page.dict.set("Contents", document.add(new Stream(new Dict(), limited)));
    }
  }
  // Objects are added meanwhile.
  const numbers = Array.from(document.objectNumbers());
  for (const number of numbers) {
    bounds.step();
    mend(document.ref(number).value, number, document);
  }
}

function mend(value: CosDirect, number: number, document: CosDocument): void {
  if (value instanceof Dict && /^CIDFontType[02]$/.test(value.name("Subtype") ?? "")) {
    listGlyphs(new Font(value), document);
  } else if (value instanceof Stream && isName(value.dict.get("Subtype"), "Form")) {
    dropGroup(value.dict);
    limitForm(value, number, document);
  } else if (value instanceof Stream && value.dict.integer("N") === 3 && isSrgb(value, document.bounds)) {
    document.replace(number, new Stream(new Dict([["N", 3]]), srgbProfile(2)));
  }
}

function listGlyphs(font: Font, document: CosDocument): void {
  const program = programOf(font, document.bounds);
  if (font.descriptor !== undefined && font.isSubset && program !== undefined) {
    const list = new Stream(new Dict(), cidSetOf(font, program, document.bounds));
    font.descriptor.set("CIDSet", document.add(list));
  }
}

function dropGroup(dict: Dict): void {
  if (isName(dict.dict("Group")?.get("S"), "Transparency")) {
    dict.delete("Group");
  }
}

function limitForm(form: Stream, number: number, document: CosDocument): void {
  const { bytes, remaining, damage } = decodeStream(form, document.bounds);
  const limited = remaining.length === 0 && damage === undefined ? withLimitedReals(bytes, document.bounds) : undefined;
  if (limited !== undefined) {
    for (const key of ["Filter", "DecodeParms", "Length"]) {
      form.dict.delete(key);
    }
    document.replace(number, new Stream(form.dict, limited));
  }
}
