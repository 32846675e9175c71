import { Bounds, CosError } from "@quire/cos";
import type { Report } from "../../packages/pdfa/src/report.ts";
import { validate } from "../../packages/pdfa/src/runner/validate.ts";

/** The most processor time that any document may take. */
const LONGEST_MS = 10_000;
/** The time limit given to the validator, as the service gives it: what exceeds it is refused as too complex. */
const TIMEOUT_MS = 8_000;

/** The result of one document; the list of faults is empty when all is as it should be. */
export interface Survival {
  readonly report?: Report;
  /** The code of the refusal, where there is no report on the document. */
  readonly refusal?: string;
  readonly faults: readonly string[];
}

/** Validates arbitrary bytes, for PDF/A and accessibility: a document is reported on or refused with a CosError, and in time. */
export function survive(bytes: Uint8Array, password?: string): Survival {
  const before = process.threadCpuUsage();
  const outcome = outcomeOf(bytes, password);
  // Processor time is measured, not the clock, by which other work on the machine would count.
  const { user, system } = process.threadCpuUsage(before);
  const elapsedMs = (user + system) / 1000;
  const { report } = outcome;
  return {
    ...outcome,
    faults: [
      ...outcome.faults,
      ...(elapsedMs > LONGEST_MS ? [`took ${Math.round(elapsedMs)} ms`] : []),
      ...(report?.isCompliant === true && report.claimed === null ? ["is compliant without a claim"] : []),
    ],
  };
}

function outcomeOf(bytes: Uint8Array, password: string | undefined): Survival {
  try {
    const bounds = new Bounds({ timeoutMs: TIMEOUT_MS });
    return { report: validate(bytes, { password, bounds, accessibility: "ua2" }), faults: [] };
  } catch (error) {
    if (error instanceof CosError) {
      return { refusal: error.code, faults: [] };
    }
    return { faults: [error instanceof Error ? (error.stack ?? error.message) : "threw what is not an error"] };
  }
}
