import { join } from "node:path";
import { type CosDocument, CosError, pagesOf } from "@quire/cos";
import { Failure, PDF_WITHOUT_PAGES } from "../../../kernel/failure.ts";
import type { Methods } from "../../pool/protocol.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import type { PdfFacts } from "../port.ts";
import { DESTINATIONS, INSPECT, UNLOCK } from "../wire.ts";
import { printedDestinations } from "./destinations.ts";
import { OPEN_TIMEOUT_MS, openCosDocument, withFailures } from "./open-document.ts";
import { openReadable } from "./readable-document.ts";
import { unlock } from "./unlock.ts";

/** The methods of a worker with the object layer. */
export const cosMethods: Methods = {
  ...served(INSPECT, function* (call) {
    const { password } = call.parameters;
    const reading = { input: onlyInput(call), password, scratchDirectory: call.outputDirectory };
    const { document, isRewritten, hasLostProtection } = openReadable({ ...reading, timeoutMs: OPEN_TIMEOUT_MS });
    const facts = withFailures(() => factsOf(document));
    const protection = hasLostProtection ? (password === undefined ? "owner" : "user") : facts.protection;
    yield { ...facts, protection, repaired: facts.repaired || isRewritten };
  }),
  ...served(UNLOCK, function* (call) {
    const { file, password } = call.parameters;
    const output = join(call.outputDirectory, file);
    yield { file, ...unlock({ input: onlyInput(call), output, password, scratchDirectory: call.outputDirectory }) };
  }),
  ...served(DESTINATIONS, function* (call) {
    const document = openCosDocument(onlyInput(call), undefined);
    yield { destinations: withFailures(() => printedDestinations(document)) };
  }),
};

function factsOf(document: CosDocument): PdfFacts {
  const pages = pagesOf(document);
  const [first] = pages;
  if (first === undefined) {
    throw new Failure("invalid_pdf", PDF_WITHOUT_PAGES);
  }
  const { widthPt, heightPt } = first;
  examineObjects(document);
  return {
    pages: pages.length,
    protection: protectionOf(document),
    repaired: document.isRepaired,
    firstPage: { widthPt, heightPt },
  };
}

/** What is examined of a document to find its damage: of most documents all objects, in a few milliseconds. */
const EXAMINED_OBJECTS = 2000;
const EXAMINATION_MS = 100;

/**
 * Examines the first objects, so that `document.isRepaired` says whether any of them is damaged, also one that no page tree
 * leads to: what is left out of a result is reported before the work, whichever operation it is.
 */
function examineObjects(document: CosDocument): void {
  const endMs = performance.now() + EXAMINATION_MS;
  let left = EXAMINED_OBJECTS;
  try {
    for (const number of document.objectNumbers()) {
      if (left === 0 || performance.now() > endMs) {
        return;
      }
      left--;
      document.examine(number);
    }
  } catch (error) {
    // Whether an object that is too complex is needed at all is for the work to find out.
    if (!(error instanceof CosError && error.code === "too_complex")) {
      throw error;
    }
  }
}

function protectionOf({ security }: CosDocument): PdfFacts["protection"] {
  if (security === undefined) {
    return "none";
  }
  return security.opensWithoutPassword ? "owner" : "user";
}
