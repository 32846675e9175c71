import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { TimeBudget } from "../../../kernel/timing/work.ts";
import { A4 } from "../../conformance/documents/printed-documents.ts";
import type { ContextPage } from "../browser/browser.ts";
import { AnswerTooLong, type Session } from "../browser/connection.ts";
import type { PrintJob } from "../port.ts";
import { printPage } from "./print-page.ts";

const directory = mkdtempSync(join(tmpdir(), "quire-print-page-"));
afterAll(() => rmSync(directory, { recursive: true }));

const job = (maxBytes: number): PrintJob => ({
  source: { kind: "document", path: "", assets: new Map() },
  css: "",
  paper: A4,
  media: "print",
  mediaFeatures: {},
  runsScript: false,
  waiting: { until: "load", delayMs: 0, timeoutMs: 1000 },
  failsOn: { httpError: false, resourceError: false, consoleError: false },
  isTagged: true,
  hasOutline: true,
  fitsFigures: false,
  maxBytes,
  output: join(directory, "printed.pdf"),
  signal: new AbortController().signal,
  engineTime: new TimeBudget(1000),
});

/** Returns a page that prints `bytes`, in one piece only if `isTooLong` is false. */
function pageOf(bytes: Buffer, isTooLong: boolean): { readonly page: ContextPage; readonly modes: unknown[] } {
  const modes: unknown[] = [];
  const data = bytes.toString("base64");
  const session = {
    call(method: string, parameters: { readonly transferMode?: string }) {
      if (method === "IO.read") {
        return Promise.resolve({ data, base64Encoded: true, eof: true });
      }
      modes.push(parameters.transferMode);
      if (parameters.transferMode === "ReturnAsStream") {
        return Promise.resolve({ data: "", stream: "1" });
      }
      return isTooLong ? Promise.reject(new AnswerTooLong()) : Promise.resolve({ data });
    },
    tell: () => undefined,
  } as unknown as Session;
  return { modes, page: { session } as unknown as ContextPage };
}

test.each([
  ["at once when it is small", true, false, ["ReturnAsBase64"]],
  ["piece by piece when it turns out not to be", true, true, ["ReturnAsBase64", "ReturnAsStream"]],
  ["piece by piece when it need not be", false, false, ["ReturnAsStream"]],
])("a document comes %s", async (_, isSmall, isTooLong, expected) => {
  const { page, modes } = pageOf(Buffer.from("%PDF"), isTooLong);
  expect(await printPage(page, job(4), isSmall)).toEqual([]);
  expect(modes).toEqual(expected);
  expect(readFileSync(join(directory, "printed.pdf"), "latin1")).toBe("%PDF");
});

test.each([true, false])("one that is larger than it may be is too complex (small: %s)", async (isSmall) => {
  const { page } = pageOf(Buffer.from("%PDF"), false);
  await expect(printPage(page, job(3), isSmall)).rejects.toMatchObject({ code: "document_too_complex" });
});
