import { setTimeout as delay } from "node:timers/promises";
import type { ContextPage } from "../browser/browser.ts";
import { CommandRefused } from "../browser/connection.ts";

/* The isolated world of a page, in which the service's own expressions run. */

/** The name of the isolated world: the page's script neither sees what the printer does there nor can interfere. */
const WORLD = "printer";

/** The world in which the printer runs code in the page; values that JSON cannot represent come back undefined. */
export interface PrinterWorld {
  /**
   * Evaluates an expression.
   * @throws EvaluationFailed with what the expression throws
   */
  evaluate(expression: string): Promise<unknown>;
}

export class EvaluationFailed extends Error {}

export async function openWorld(page: ContextPage): Promise<PrinterWorld> {
  const { session, mainFrameId } = page;
  const { executionContextId } = await session.call("Page.createIsolatedWorld", {
    frameId: mainFrameId,
    worldName: WORLD,
  });
  return worldOf(page, executionContextId);
}

/**
 * Returns the page's own world, which is there already where script was ever allowed. In a page whose documents run no
 * script nothing can interfere with it.
 */
export const ownWorld = (page: ContextPage): PrinterWorld => worldOf(page, undefined);

function worldOf({ session }: ContextPage, contextId: number | undefined): PrinterWorld {
  return {
    async evaluate(expression) {
      const { result, exceptionDetails } = await session.call(
        "Runtime.evaluate",
        { expression, ...(contextId !== undefined && { contextId }), awaitPromise: true, returnByValue: true },
        { timeoutMs: FOREVER_MS },
      );
      if (exceptionDetails !== undefined) {
        throw new EvaluationFailed(exceptionDetails.exception?.description ?? exceptionDetails.text);
      }
      return result.value;
    },
  };
}

/**
 * Does `work` again when another document replaced the one in the page meanwhile, as by a refresh or by its script. A
 * document that is replaced again and again is ended by the job's deadline.
 */
export async function inWhateverDocument<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      // oxlint-disable-next-line eslint/no-await-in-loop -- again when it was in vain
      return await work();
    } catch (error) {
      if (!(error instanceof CommandRefused && DOCUMENT_GONE.test(error.message))) {
        throw error;
      }
      // oxlint-disable-next-line eslint/no-await-in-loop -- the pause before the next
      await delay(PAUSE_MS);
    }
  }
}

const DOCUMENT_GONE = /cannot find (default execution )?context|target navigated|context was destroyed/i;
const PAUSE_MS = 50;

/** The time-out of calls that may take as long as the document does: the job's deadline ends them. */
export const FOREVER_MS = 2 ** 31 - 1;
