import type { Flavour } from "../../../flavours.ts";
import { brokenRules, buildPdf, type MadeObject } from "../../../testing/pdf-builder.ts";
import { content } from "../../content.ts";
import { fonts } from "../../fonts.ts";
import { structure } from "../../structure.ts";

/** The rules of fonts; contents and structure are walked without their rules. */
const GROUPS = [{ ...content, rules: [] }, { ...structure, rules: [] }, fonts];

export interface Shown {
  readonly flavour?: Flavour;
  /** The content of the page, with font F in object 10. */
  readonly content?: string;
  readonly catalog?: string;
  readonly page?: string;
  readonly resources?: string;
}

/** Returns the rules that are broken when a page shows text in the font of object 10. */
export function brokenBy(
  objects: Readonly<Record<number, MadeObject>>,
  { flavour = "2b", content: shown = "BT /F 12 Tf (A) Tj ET", catalog, page, resources = "" }: Shown = {},
): readonly string[] {
  const bytes = buildPdf(objects, {
    flavour,
    content: shown,
    catalog,
    page,
    resources: `/Font << /F 10 0 R >> ${resources}`,
  });
  return brokenRules(bytes, { flavour, groups: GROUPS });
}

/** Makes a Type 3 font whose glyphs are squares; it is the only kind of font that needs no program. */
export const type3 = (entries: string): string =>
  `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] ${entries} >>`;
