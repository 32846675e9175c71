import { type CosDocument, Dict, decodeTextString, type Page, resolve } from "@quire/cos";
import { rfc3339Of, shownText } from "@quire/metadata";
import { LIMITS, type Listed, type SignatureDescription } from "../description.ts";
import { signingName } from "./certificates.ts";
import { fieldName, type TerminalField } from "./fields.ts";

/** Returns the signatures of the form's fields (ISO 32000-2, 12.8), as they present themselves: nothing is verified. */
export function signaturesOf(
  document: CosDocument,
  pages: readonly Page[],
  fields: readonly TerminalField[],
): Listed<SignatureDescription> {
  const listed = fields.filter(({ type }) => type === "Sig");
  const signing = [...listed, ...unlistedFields(document, pages, listed)];
  const pageOf = signing.length === 0 ? () => null : widgetPages(document, pages);
  const certification = document.catalog.dict("Perms")?.dict("DocMDP");
  const items = signing.slice(0, LIMITS.signatures).map(({ dict, widgets }): SignatureDescription => {
    const value = dict.get("V");
    const signature = value instanceof Dict ? value : undefined;
    return {
      field: fieldName(dict),
      page: pageOf(widgets),
      isSigned: signature !== undefined,
      kind: kindOf(signature),
      signerName: textAt(signature, "Name"),
      certificateName: certificateName(signature),
      time: dateAt(signature, "M"),
      reason: textAt(signature, "Reason"),
      location: textAt(signature, "Location"),
      contact: textAt(signature, "ContactInfo"),
      format: signature?.name("SubFilter")?.slice(0, LIMITS.nameCharacters) ?? null,
      isCertification: signature !== undefined && signature === certification,
      coversWholeFile: signature !== undefined && coversWholeFile(signature, document),
    };
  });
  return { items, total: signing.length };
}

/** Returns the signature fields that pages show and the form does not list. */
function unlistedFields(
  { bounds }: CosDocument,
  pages: readonly Page[],
  listed: readonly TerminalField[],
): TerminalField[] {
  const known = new Set(listed.flatMap(({ dict, widgets }) => [dict, ...widgets]));
  const found: TerminalField[] = [];
  for (const { dict } of pages) {
    for (const element of dict.array("Annots") ?? []) {
      bounds.step();
      const widget = resolve(element);
      if (widget instanceof Dict && widget.name("FT") === "Sig" && !known.has(widget)) {
        known.add(widget);
        found.push({ dict: widget, type: "Sig", widgets: [widget] });
      }
    }
  }
  return found;
}

function kindOf(signature: Dict | undefined): SignatureDescription["kind"] {
  if (signature === undefined) {
    return "empty";
  }
  const isTimestamp = signature.name("Type") === "DocTimeStamp" || signature.name("SubFilter") === "ETSI.RFC3161";
  return isTimestamp ? "timestamp" : "signature";
}

/** Returns where widgets are found: by the annotations of pages, as /P is not reliable. */
function widgetPages(document: CosDocument, pages: readonly Page[]): (widgets: readonly Dict[]) => number | null {
  const pageOf = new Map<Dict, number>();
  for (const page of pages) {
    for (const element of page.dict.array("Annots") ?? []) {
      document.bounds.step();
      const annotation = resolve(element);
      if (annotation instanceof Dict && !pageOf.has(annotation)) {
        pageOf.set(annotation, page.index + 1);
      }
    }
  }
  return (widgets) => widgets.map((widget) => pageOf.get(widget)).find((page) => page !== undefined) ?? null;
}

/** Returns whether the signed ranges (12.8.1) are all of the file but the value of the signature. */
function coversWholeFile(signature: Dict, { bytes }: CosDocument): boolean {
  const [start, length, next, rest, ...more] = (signature.array("ByteRange") ?? []).map(resolve);
  return (
    more.length === 0 &&
    start === 0 &&
    typeof length === "number" &&
    typeof next === "number" &&
    typeof rest === "number" &&
    length > 0 &&
    next > length &&
    next + rest === bytes.length
  );
}

function certificateName(signature: Dict | undefined): string | null {
  const name = signature && signingName(signature);
  return name === undefined ? null : shownText(name, LIMITS.nameCharacters);
}

function textAt(dict: Dict | undefined, key: string): string | null {
  const bytes = dict?.bytes(key);
  const text = bytes === undefined ? "" : shownText(decodeTextString(bytes), LIMITS.characters);
  return text === "" ? null : text;
}

function dateAt(dict: Dict | undefined, key: string): string | null {
  const bytes = dict?.bytes(key);
  return (bytes && rfc3339Of(decodeTextString(bytes))) ?? null;
}
