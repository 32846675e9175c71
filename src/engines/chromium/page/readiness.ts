import { setTimeout as delay } from "node:timers/promises";
import { Failure } from "../../../kernel/failure.ts";
import type { ContextPage } from "../browser/browser.ts";
import type { PrintJob } from "../port.ts";
import type { Progress } from "./deadline.ts";
import type { PageWatch } from "./page-watch.ts";
import { EvaluationFailed, FOREVER_MS, inWhateverDocument, openWorld } from "./printer-world.ts";

const POLL_MS = 50;

/**
 * Waits for everything that `job.waiting` names, in the order in which it can happen.
 * @throws Failure `render_failed`
 */
export async function awaitReadiness(
  { page, watch, progress }: { readonly page: ContextPage; readonly watch: PageWatch; readonly progress: Progress },
  { waiting, runsScript }: PrintJob,
): Promise<void> {
  if (waiting.until !== "domcontentloaded") {
    await watch.reached("load");
  }
  if (waiting.until === "networkidle") {
    progress.doing = "idling";
    await watch.reached("networkIdle");
  }
  if (waiting.selector !== undefined) {
    progress.doing = "selector";
    await until(() => hasSelector(page, waiting.selector ?? ""));
  }
  if (waiting.expression !== undefined && runsScript) {
    progress.doing = "expression";
    await until(() => isTrue(page, waiting.expression ?? ""));
  }
  if (waiting.delayMs > 0) {
    progress.doing = "delay";
    await delay(waiting.delayMs);
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  // oxlint-disable-next-line eslint/no-await-in-loop -- asked again when it was not so
  while (!(await inWhateverDocument(condition))) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the pause between two questions
    await delay(POLL_MS);
  }
}

async function hasSelector(page: ContextPage, selector: string): Promise<boolean> {
  // A new world is opened each time: the document may have been replaced by another, and its worlds with it.
  const world = await openWorld(page);
  try {
    return (await world.evaluate(`document.querySelector(${JSON.stringify(selector)}) !== null`)) === true;
  } catch (error) {
    if (error instanceof EvaluationFailed && error.message.startsWith("SyntaxError")) {
      throw new Failure("render_failed", `The selector to wait for is not valid CSS: ${selector.slice(0, 200)}`);
    }
    throw error;
  }
}

/** Evaluates the expression in the page's own world, whose variables it is about; a promise is waited for. */
async function isTrue({ session }: ContextPage, expression: string): Promise<boolean> {
  const { result, exceptionDetails } = await session.call(
    "Runtime.evaluate",
    { expression: `(async () => Boolean(await (${expression}\n)))()`, awaitPromise: true, returnByValue: true },
    { timeoutMs: FOREVER_MS },
  );
  if (exceptionDetails !== undefined) {
    const reason = (exceptionDetails.exception?.description ?? exceptionDetails.text).split("\n")[0] ?? "";
    throw new Failure("render_failed", `The expression to wait for failed: ${reason.slice(0, 200)}`);
  }
  return result.value === true;
}
