import { CosDocument } from "@quire/cos";
import { type FinishOptions, finishPrinted } from "../index.ts";
import { UNSAID } from "./printing.ts";

export function finished(pdf: Uint8Array, options: Partial<FinishOptions> = {}): Buffer {
  const pieces: Uint8Array[] = [];
  const all = { information: {}, creator: "Quire 1", unsaidLanguage: UNSAID, ...options };
  finishPrinted(CosDocument.open(pdf), { write: (bytes) => void pieces.push(bytes.slice()) }, all);
  return Buffer.concat(pieces);
}
