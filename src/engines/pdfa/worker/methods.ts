import { rmSync } from "node:fs";
import { join } from "node:path";
import { Bounds, CosError } from "@quire/cos";
import { type Report, validate } from "@quire/pdfa";
import type { z } from "zod";
import { assert } from "../../../kernel/assert.ts";
import { bytesOfFile } from "../../cos/worker/file-bytes.ts";
import { withFailures } from "../../cos/worker/open-document.ts";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { rewriteUnprotected } from "../../qpdf/worker/rewrite.ts";
import { VALIDATE, validateParameters } from "../wire.ts";
import { reportAnswer } from "./report-answer.ts";

/** What a worker does with @quire/pdfa. */
export const pdfaMethods: Methods = {
  *[VALIDATE](call) {
    const [input] = call.inputs;
    assert(input !== undefined && call.inputs.length === 1, "one document is validated");
    const parameters = validateParameters.parse(call.parameters);
    yield reportAnswer(withFailures(() => reportOf(input, parameters, call)));
  },
};

type Parameters = z.output<typeof validateParameters>;

function reportOf(
  input: string,
  { password, flavour, timeoutMs }: Parameters,
  { outputDirectory }: MethodCall,
): Report {
  const bounds = new Bounds({ timeoutMs });
  const bytes = bytesOfFile(input);
  try {
    return requirePages(validate(bytes, { password, flavour, bounds }));
  } catch (error) {
    if (!(error instanceof CosError && error.code === "not_pdf" && Buffer.from(bytes).includes("obj"))) {
      throw error;
    }
  }
  const { bytes: copy, isEncrypted } = rewritten(input, password, outputDirectory);
  const report = requirePages(validate(copy, { flavour, bounds }));
  const reason = "The file is so damaged that it could only be read after a repair.";
  return {
    ...report,
    isCompliant: false,
    isEncrypted,
    inconclusive: [{ reason, place: {} }, ...report.inconclusive],
  };
}

function rewritten(input: string, password: string | undefined, directory: string) {
  const copy = join(directory, "rewritten.pdf");
  try {
    const { wasEncrypted } = rewriteUnprotected({ input, output: copy, password });
    return { bytes: bytesOfFile(copy), isEncrypted: wasEncrypted };
  } finally {
    rmSync(copy, { force: true });
  }
}

/** What has no pages is no document, as for every other operation. */
function requirePages(report: Report): Report {
  if (report.pages === 0) {
    throw new CosError("not_pdf", "The document has no pages.");
  }
  return report;
}
