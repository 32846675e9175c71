import { assertNever } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import { type Browser, PageCrashed } from "../browser/browser.ts";
import { CallTimeout, CommandRefused, ConnectionLost, SessionLost } from "../browser/connection.ts";
import type { PrintJob } from "../port.ts";
import { DeadlineExpired, type Progress } from "./deadline.ts";
import { EvaluationFailed } from "./printer-world.ts";

/** Returns whether the browser failed rather than the document: a document can then be tried again. */
export function isBrowserFault(error: unknown, browser: Browser): boolean {
  return (
    error instanceof ConnectionLost ||
    error instanceof CallTimeout ||
    (browser.isLost && (error instanceof SessionLost || error instanceof PageCrashed))
  );
}

/** Returns the failure that a caller gets for an error of a print. */
export function printFailure(error: unknown, job: PrintJob, progress: Progress): unknown {
  if (error instanceof DeadlineExpired) {
    return timeFailure(error, job, progress);
  }
  if (error instanceof PageCrashed || error instanceof SessionLost) {
    return tooComplex("crash", "The document needs more memory than it may have, or made the browser's page crash.");
  }
  if (error instanceof CommandRefused) {
    return refusal(error.message);
  }
  if (error instanceof EvaluationFailed) {
    return new Failure(
      "render_failed",
      `The document could not be made ready for printing: ${firstLine(error.message)}`,
    );
  }
  return error;
}

export const crashedTwice = (): Failure => tooComplex("crash", "The document made the browser crash twice.");

function timeFailure({ timeoutMs }: DeadlineExpired, { source, waiting }: PrintJob, { doing }: Progress): Failure {
  const seconds = `${Math.round(timeoutMs / 100) / 10} s`;
  const facts = { reason: "time", doing };
  const rendering = (message: string): Failure => new Failure("render_failed", message, { facts });
  switch (doing) {
    case "fetching":
      return source.kind === "url"
        ? new Failure("url_fetch_failed", `The page did not answer within ${seconds}.`, { facts })
        : tooComplex("time", `The document was not ready within ${seconds}.`, facts);
    case "idling":
      return rendering(`The page was still fetching after ${seconds}; use wait_until=load instead.`);
    case "selector":
      return rendering(`Nothing matched the selector to wait for within ${seconds}.`);
    case "expression":
      return rendering(`The expression to wait for was not true within ${seconds}.`);
    case "starting":
    case "loading":
    case "delay":
    case "printing":
      return timeoutMs >= waiting.timeoutMs
        ? tooComplex("time", `The document was not printed within ${seconds}.`, facts)
        : tooComplex("time", `The document took longer than the ${seconds} that a request has.`, facts);
    default:
      return assertNever(doing);
  }
}

/** Returns the failure for Chromium's refusal to print. */
function refusal(message: string): Failure {
  if (/page range/i.test(message)) {
    return new Failure("page_out_of_range", "The page range names pages that the document does not have.");
  }
  if (/content area is empty|invalid print parameters|margin|paper/i.test(message)) {
    return new Failure("render_failed", "The margins leave no room for the document on this paper.");
  }
  return new Failure("render_failed", `The browser could not print the document: ${firstLine(message)}`);
}

function tooComplex(reason: string, message: string, facts: Record<string, unknown> = {}): Failure {
  return new Failure("document_too_complex", message, { facts: { reason, ...facts } });
}

const firstLine = (text: string): string => (text.split("\n")[0] ?? "").slice(0, 200);
