import { readFile, stat } from "node:fs/promises";
import { Failure } from "../../../kernel/failure.ts";
import type { PrintJob } from "../port.ts";
import { isIntricate, mayNeedOrigin, mayRunScript, outwardReferences } from "./document-look.ts";
import { inlined } from "./inlining.ts";
import { MAX_SERVED_BYTES } from "../network/serving.ts";

/** Larger documents go where they are served, as bytes and not as a string of JSON. */
const MAX_SET_BYTES = 8 * 2 ** 20;

/**
 * How a document is printed, from the cheapest way on:
 *
 * - `warm`: in a page that prints one document after the other, without script and network;
 * - `sealed`: in a page of its own, with script, without network and without an origin;
 * - `fresh`: in a page of its own that goes to the document, with all that a page has.
 */
export type Lane = { readonly kind: "warm" | "sealed"; readonly html: string } | { readonly kind: "fresh" };

const FRESH: Lane = { kind: "fresh" };

/** @throws Failure `document_too_complex` when the browser could not take the document in at all */
export async function laneOf(job: PrintJob): Promise<Lane> {
  const { source, css, runsScript, userAgent } = job;
  if (source.kind === "url") {
    return FRESH;
  }
  const { size } = await stat(source.path);
  if (size > MAX_SERVED_BYTES) {
    throw new Failure("document_too_complex", `The document is larger than ${MAX_SERVED_BYTES} bytes.`, {
      facts: { reason: "file-size" },
    });
  }
  if (size > MAX_SET_BYTES || waits(job) || userAgent !== undefined) {
    return FRESH;
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
    return FRESH;
  }
  return { kind: hasScript ? "sealed" : "warm", html: whole };
}

const waits = ({ waiting, runsScript }: PrintJob): boolean =>
  waiting.selector !== undefined ||
  (waiting.expression !== undefined && runsScript) ||
  (waiting.until === "networkidle" && runsScript) ||
  waiting.delayMs > 0;

/** Links lead somewhere by the document's base, which a warm page has none of. */
const hasRelativeLink = (html: string): boolean => /\bhref\s*=\s*["']?\s*(?![a-z][a-z0-9+.-]*:|#)[^"'\s>]/i.test(html);
