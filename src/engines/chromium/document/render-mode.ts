import { readFile, stat } from "node:fs/promises";
import { Failure } from "../../../kernel/failure.ts";
import { MAX_SERVED_BYTES } from "../network/serving.ts";
import type { PrintJob } from "../port.ts";
import { hasRelativeLink, isIntricate, mayNeedOrigin, mayRunScript } from "./document-look.ts";
import { inlined } from "./inlining.ts";
import { outwardReferences } from "./references.ts";

/**
 * The size limit of documents that are searched, and set in a page as a string of JSON: some 30 ms of the service's
 * process. Larger ones are served as bytes; they take the browser so long that a page of their own costs little.
 */
const MAX_SET_BYTES = 2 ** 20;

/**
 * How a document is printed, cheapest first:
 *
 * - `pooled`: in a page that prints one document after the other, without script and network;
 * - `offline`: in a separate page, with script, without network and without an origin;
 * - `online`: in a separate page that navigates to the document, with everything that a page has.
 */
export type RenderMode = { readonly kind: "pooled" | "offline"; readonly html: string } | { readonly kind: "online" };

const ONLINE: RenderMode = { kind: "online" };

/**
 * Returns the cheapest render mode that a job can have.
 * @throws Failure `document_too_complex` when the document is too large for the browser
 */
export async function renderModeOf(job: PrintJob): Promise<RenderMode> {
  const { source, css, runsScript, userAgent } = job;
  if (source.kind === "url") {
    return ONLINE;
  }
  const { size } = await stat(source.path);
  if (size > MAX_SERVED_BYTES) {
    throw new Failure("document_too_complex", `The document is larger than ${MAX_SERVED_BYTES} bytes.`, {
      facts: { reason: "file-size" },
    });
  }
  if (size > MAX_SET_BYTES || waits(job) || userAgent !== undefined) {
    return ONLINE;
  }
  const html = await readFile(source.path, "utf8");
  const hasScript = runsScript && mayRunScript(html);
  const needsMore =
    isIntricate(html) ||
    isIntricate(css) ||
    outwardReferences(css).length > 0 ||
    (source.baseUrl !== undefined && (hasScript || hasRelativeLink(html))) ||
    (hasScript && mayNeedOrigin(html));
  const whole = needsMore ? undefined : await inlined(html, source.assets);
  if (whole === undefined) {
    return ONLINE;
  }
  return { kind: hasScript ? "offline" : "pooled", html: whole };
}

const waits = ({ waiting, runsScript }: PrintJob): boolean =>
  waiting.selector !== undefined ||
  (waiting.expression !== undefined && runsScript) ||
  (waiting.until === "networkidle" && runsScript) ||
  waiting.delayMs > 0;
