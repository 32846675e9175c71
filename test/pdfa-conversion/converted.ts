import { type Bounds, CosDocument } from "../../packages/cos/src/index.ts";
import { validate } from "../../packages/pdfa/src/index.ts";
import { type ConvertOptions, convertDocument } from "../../packages/pdfa-conversion/src/convert.ts";
import type { Change, ChangeCode, Target } from "../../packages/pdfa-conversion/src/options.ts";

/** A converted document, and what the conversion and the validator say of it. */
export interface ConvertedFile {
  readonly bytes: Buffer;
  readonly document: CosDocument;
  readonly changes: readonly Change[];
  readonly codes: readonly ChangeCode[];
  /** The rules that are broken, such as `6.5.1-1`. */
  readonly broken: readonly string[];
}

/** Converts a document, to PDF/A-2b without attachments unless `options` say otherwise. */
export function converted(
  file: Uint8Array,
  { bounds, ...options }: Partial<ConvertOptions> & { readonly bounds?: Bounds } = {},
): ConvertedFile {
  const { target = "2b", attachments = "drop", substitutes } = options;
  const pieces: Uint8Array[] = [];
  const sink = { write: (piece: Uint8Array) => void pieces.push(Uint8Array.from(piece)) };
  const { changes } = convertDocument(CosDocument.open(file, { bounds }), { target, attachments, substitutes }, sink);
  const bytes = Buffer.concat(pieces);
  return {
    bytes,
    document: CosDocument.open(bytes),
    changes,
    codes: changes.map(({ code }) => code),
    broken: brokenIn(bytes, target),
  };
}

export const brokenIn = (bytes: Uint8Array, flavour: Target): readonly string[] =>
  validate(bytes, { flavour }).findings.map(({ id }) => id);
