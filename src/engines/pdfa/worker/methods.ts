import { Bounds, CosError } from "@quire/cos";
import { type Report, validate } from "@quire/pdfa";
import { bytesOfFile } from "../../cos/worker/file-bytes.ts";
import { withFailures } from "../../cos/worker/open-document.ts";
import type { MethodCall } from "../../pool/protocol.ts";
import { scratchFile } from "../../pool/scratch-file.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import { rewriteUnprotected } from "../../qpdf/worker/rewrite.ts";
import { VALIDATE, type ValidateParameters } from "../wire.ts";
import { reportAnswer } from "./report-answer.ts";

/** The methods of a worker with @quire/pdfa. */
export const pdfaMethods = served(VALIDATE, function* (call) {
  yield reportAnswer(withFailures(() => reportOf(call)));
});

function reportOf(call: MethodCall<ValidateParameters>): Report {
  const { password, flavour, accessibility, timeoutMs } = call.parameters;
  const input = onlyInput(call);
  const bounds = new Bounds({ timeoutMs });
  const bytes = bytesOfFile(input);
  try {
    return requirePages(validate(bytes, { password, flavour, accessibility, bounds }));
  } catch (error) {
    if (!(error instanceof CosError && error.code === "not_pdf" && Buffer.from(bytes).includes("obj"))) {
      throw error;
    }
  }
  const { bytes: copy, isEncrypted } = rewritten(input, password, call.outputDirectory);
  const report = requirePages(validate(copy, { flavour, accessibility, bounds }));
  const { accessibility: tags } = report;
  return { ...repaired(report), isEncrypted, ...(tags && { accessibility: repaired(tags) }) };
}

/** Returns what was found in a repaired file, which is never compliant. */
const repaired = <Checked extends Pick<Report, "isCompliant" | "inconclusive">>(checked: Checked): Checked => ({
  ...checked,
  isCompliant: false,
  inconclusive: [{ reason: REPAIRED, place: {} }, ...checked.inconclusive],
});

const REPAIRED = "The file is so damaged that it could only be read after a repair.";

function rewritten(input: string, password: string | undefined, directory: string) {
  const copy = scratchFile(directory, "pdf");
  const { wasEncrypted } = rewriteUnprotected({ input, output: copy, password });
  return { bytes: bytesOfFile(copy), isEncrypted: wasEncrypted };
}

/** Throws for a document without pages, which is no document, as in every other operation. */
function requirePages(report: Report): Report {
  if (report.pages === 0) {
    throw new CosError("not_pdf", "The document has no pages.");
  }
  return report;
}
