import { type CosDocument, pagesOf } from "@quire/cos";
import { Failure } from "../../../kernel/failure.ts";
import type { Methods } from "../../pool/protocol.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import type { PdfFacts } from "../port.ts";
import { DESTINATIONS, INSPECT } from "../wire.ts";
import { printedDestinations } from "./destinations.ts";
import { OPEN_TIMEOUT_MS, openCosDocument, withFailures } from "./open-document.ts";
import { openReadable } from "./readable-document.ts";

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
  ...served(DESTINATIONS, function* (call) {
    const document = openCosDocument(onlyInput(call), undefined);
    yield { destinations: withFailures(() => printedDestinations(document)) };
  }),
};

function factsOf(document: CosDocument): PdfFacts {
  const pages = pagesOf(document);
  const [first] = pages;
  if (first === undefined) {
    throw new Failure("invalid_pdf", "The document has no pages.");
  }
  const { widthPt, heightPt } = first;
  return {
    pages: pages.length,
    protection: protectionOf(document),
    repaired: document.isRepaired,
    firstPage: { widthPt, heightPt },
  };
}

function protectionOf({ security }: CosDocument): PdfFacts["protection"] {
  if (security === undefined) {
    return "none";
  }
  return security.opensWithoutPassword ? "owner" : "user";
}
