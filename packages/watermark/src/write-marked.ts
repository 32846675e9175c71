import {
  type Bounds,
  type ByteSink,
  type CosDirect,
  type CosDocument,
  MadeObjects,
  matrixText,
  type Ref,
  visiblePage,
  type WriteOptions,
  writeDocument,
} from "@quire/cos";
import { markedPages } from "./document/marked-pages.ts";
import { dropUntruePdfaClaim } from "./document/pdfa-claim.ts";
import { isSigned } from "./document/signatures.ts";
import { type TextSetter, textSetter } from "./mark/set-text.ts";
import { TextForms } from "./mark/text-forms.ts";
import { PageContents } from "./page/page-contents.ts";
import { ResourceNames } from "./page/resource-names.ts";
import { alignmentAt, placementOf } from "./placing/placement.ts";
import type { Watermark, WatermarkWarning } from "./watermark.ts";

/**
 * Writes `document` with `watermark` on its pages to `sink`, with the protection that it had. Everything else stays:
 * contents are written as they were read. The document itself is changed.
 * @throws CosError `too_complex`
 */
export function writeWatermarked(
  document: CosDocument,
  watermark: Watermark,
  sink: ByteSink,
  bounds: Bounds,
): { readonly warnings: readonly WatermarkWarning[] } {
  const objects = new MadeObjects();
  const align = alignmentAt(watermark.position);
  const setter = textSetter({ ...watermark, align }, (value) => objects.add(value));
  const warnings = writeMarked({ document, watermark, setter, objects, sink, bounds });
  const { fontFamily, fonts } = watermark;
  const isUnknown = fontFamily !== undefined && !fonts.hasFamily(fontFamily);
  return { warnings: isUnknown ? ["font_family_unknown", ...warnings] : warnings };
}

export interface Marking {
  readonly document: CosDocument;
  readonly watermark: Omit<Watermark, "fonts" | "fontFamily">;
  readonly setter: TextSetter;
  /** The objects that the marking adds to the document. */
  readonly objects: MadeObjects;
  readonly sink: ByteSink;
  readonly bounds: Bounds;
}

/**
 * Writes the document with texts that `setter` sets, and returns the warnings.
 * @internal Exported for tests.
 */
export function writeMarked(marking: Marking): readonly WatermarkWarning[] {
  const { document, watermark, setter, objects, sink, bounds } = marking;
  const add = (value: CosDirect): Ref => objects.add(value);
  const { text } = watermark;
  const textOf = typeof text === "string" ? () => text : text;
  const forms = new TextForms({ objects, setter, style: watermark, bounds });
  const names = new ResourceNames(add);
  const contents = new PageContents({ source: document, bounds, names, add });
  const subtype = typeof watermark.position === "string" ? "Watermark" : "Footer";
  let areShrunk = false;
  let areClipped = false;
  for (const { page, dict } of markedPages(document, { pages: watermark.pages, textOf }, add)) {
    bounds.step();
    const form = forms.of(textOf(page.index + 1));
    if (form === undefined) {
      continue;
    }
    const { matrix, isShrunk, isClipped } = placementOf(form, visiblePage(page), watermark);
    areShrunk ||= isShrunk;
    areClipped ||= isClipped;
    const name = names.nameOf("XObject", form.ref, { page, dict });
    const state = forms.opacityState;
    const setup = state === undefined ? "" : `/${names.nameOf("ExtGState", state, { page, dict })} gs `;
    const mark = artifact(subtype, `q ${setup}${matrixText(matrix)} cm /${name} Do Q`);
    if (watermark.layer === "over") {
      contents.drawOver(mark, page, dict);
    } else {
      contents.drawUnder(mark, dict);
    }
  }
  forms.finish();
  const losesClaim = forms.areAny && dropUntruePdfaClaim(document, forms.haveColours, add, bounds);
  const warnings: readonly [WatermarkWarning, boolean][] = [
    ["missing_glyphs", forms.areIncomplete],
    ["text_shrunk", areShrunk],
    ["text_clipped", areClipped],
    ["signatures_invalidated", isSigned(document, bounds)],
    ["pdfa_claim_dropped", losesClaim],
  ];
  writeDocument(document.trailer, sink, writeOptions(document), bounds);
  return warnings.flatMap(([warning, isGiven]) => (isGiven ? [warning] : []));
}

/** Wraps content in an artifact (ISO 32000-2, 14.8.2.2), which is not part of what the page says. */
const artifact = (subtype: "Watermark" | "Footer", content: string): string =>
  `/Artifact <</Type /Pagination /Subtype /${subtype}>> BDC\n${content}\nEMC\n`;

/**
 * Returns the options that keep the protection and the readers that could read the document before: transparency needs
 * PDF 1.4, object streams need 1.5.
 */
function writeOptions({ security, version, xref }: CosDocument): WriteOptions {
  const hasObjectStreams = Number(version) >= 1.5 || xref.sections.some(({ kind }) => kind === "stream");
  return { security, version: Number(version) < 1.4 ? "1.4" : version, objectStreams: hasObjectStreams };
}
