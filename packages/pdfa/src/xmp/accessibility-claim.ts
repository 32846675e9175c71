import type { AccessibilityFlavour } from "../flavours.ts";
import { textOf } from "./identification.ts";
import { propertyIn, type XmpPacket } from "./packet.ts";
import type { XmpProperty, XmpValue } from "./rdf.ts";

const PDFUA_ID = "http://www.aiim.org/pdfua/ns/id/";
const DECLARATIONS = "http://pdfa.org/declarations/";

/** The identifiers of the levels of Well-Tagged PDF 1.0 (6.1.2 and 6.1.3). */
export const WELL_TAGGED = {
  wt1a: "http://pdfa.org/declarations/wtpdf#accessibility1.0",
  wt1r: "http://pdfa.org/declarations/wtpdf#reuse1.0",
} as const satisfies Partial<Record<AccessibilityFlavour, string>>;

/** The properties of the PDF/UA identification schema (ISO 14289-1, 5; -2, 5). */
interface PdfUaIdentification {
  readonly part: XmpProperty | undefined;
  readonly amd: XmpProperty | undefined;
  readonly corr: XmpProperty | undefined;
  readonly rev: XmpProperty | undefined;
}

export type PdfUaName = keyof PdfUaIdentification;

/** Returns the identification; undefined where the packet has no property in the schema's namespace. */
export function pdfUaOf(packet: XmpPacket | undefined): PdfUaIdentification | undefined {
  if (packet?.properties.some(({ uri }) => uri === PDFUA_ID) !== true) {
    return undefined;
  }
  const of = (name: PdfUaName) => propertyIn(packet, PDFUA_ID, name);
  return { part: of("part"), amd: of("amd"), corr: of("corr"), rev: of("rev") };
}

/** Returns the identifiers of the PDF Declarations that a packet makes (PDF Declarations 1.0, 5). */
export function wellTaggedClaims(packet: XmpPacket | undefined): readonly string[] {
  const declarations = propertyIn(packet, DECLARATIONS, "declarations")?.value;
  return declarations?.kind === "array" ? declarations.items.flatMap(({ value }) => declaredIn(value)) : [];
}

const declaredIn = (value: XmpValue): readonly string[] =>
  value.kind === "structure"
    ? value.fields.flatMap((field) => (field.local === "conformsTo" ? (textOf(field) ?? []) : []))
    : [];

/** Returns what a packet claims of accessibility, as the standards write it; null where it claims nothing. */
export function accessibilityClaim(packet: XmpPacket | undefined): string | null {
  const part = textOf(pdfUaOf(packet)?.part)?.trim();
  const declared = wellTaggedClaims(packet);
  const claims = [
    ...(part !== undefined && /^\d{1,3}$/u.test(part) ? [`PDF/UA-${part}`] : []),
    ...(declared.includes(WELL_TAGGED.wt1a) ? ["WTPDF 1.0 accessibility"] : []),
    ...(declared.includes(WELL_TAGGED.wt1r) ? ["WTPDF 1.0 reuse"] : []),
  ];
  return claims.length === 0 ? null : claims.join(", ");
}
