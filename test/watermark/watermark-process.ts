/*
 * Marks the first page of documents with packages/watermark. It is a separate process because the documents try to
 * crash it, to keep it busy for ever, and to fill memory. Message in: a `MarkRequest`; out: a `MarkAnswer`.
 */
import { readFileSync } from "node:fs";
import { CosDocument } from "../../packages/cos/src/file/document.ts";
import { writeWatermarked } from "../../packages/watermark/src/index.ts";
import { serviceFonts } from "../../src/engines/fonts/service-fonts.ts";
import { newBounds } from "../cos/read-document.ts";
import { type Measured, serveRequests, withFile } from "../cos/serve-requests.ts";
import { MARK } from "./mark.ts";

export interface MarkRequest {
  readonly path: string;
  readonly password?: string | undefined;
  readonly output: string;
}

interface Done {
  readonly kind: "written";
  readonly warnings: readonly string[];
}

export type MarkAnswer = Measured<Done>;

const fonts = serviceFonts(undefined);

serveRequests(({ path, password, output }: MarkRequest): Done => {
  const bounds = newBounds();
  const document = CosDocument.open(readFileSync(path), { password, bounds });
  const { warnings } = withFile(output, (sink) => writeWatermarked(document, { ...MARK, fonts }, sink, bounds));
  return { kind: "written", warnings };
});
