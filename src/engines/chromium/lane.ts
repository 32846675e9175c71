import { readFile, stat } from "node:fs/promises";
import { Failure } from "../../kernel/failure.ts";
import type { PrintJob } from "../printing.ts";
import { isIntricate, mayRunScript, outwardReferences } from "./document-look.ts";
import { inlined } from "./inlining.ts";
import { MAX_SERVED_BYTES } from "./serving.ts";

/** Larger documents go where they are served, as bytes and not as a string of JSON. */
const MAX_WARM_BYTES = 8 * 2 ** 20;

/**
 * The document as it can be printed in a warm page, which has neither script nor network; undefined when it needs either.
 * @throws Failure `document_too_complex` when the browser could not take it in at all
 */
export async function warmDocument({
  source,
  css,
  runsScript,
  waiting,
  userAgent,
}: PrintJob): Promise<string | undefined> {
  if (source.kind === "url") {
    return undefined;
  }
  const { size } = await stat(source.path);
  if (size > MAX_SERVED_BYTES) {
    throw new Failure("document_too_complex", `The document is larger than ${MAX_SERVED_BYTES} bytes.`, {
      facts: { reason: "file-size" },
    });
  }
  const waits =
    waiting.selector !== undefined || (waiting.expression !== undefined && runsScript) || waiting.delayMs > 0;
  if (size > MAX_WARM_BYTES || waits || userAgent !== undefined) {
    return undefined;
  }
  const html = await readFile(source.path, "utf8");
  const needsMore =
    (runsScript && mayRunScript(html)) ||
    isIntricate(html) ||
    isIntricate(css) ||
    outwardReferences(css).length > 0 ||
    (source.baseUrl !== undefined && hasRelativeLink(html));
  return needsMore ? undefined : inlined(html, source.assets);
}

/** Links lead somewhere by the document's base, which a warm page has none of. */
const hasRelativeLink = (html: string): boolean => /\bhref\s*=\s*["']?\s*(?![a-z][a-z0-9+.-]*:|#)[^"'\s>]/i.test(html);
