import { type CosDocument, pagesOf } from "@quire/cos";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import type { Methods } from "../../pool/protocol.ts";
import type { PdfFacts } from "../port.ts";
import { DESTINATIONS, INSPECT, inspectParameters } from "../wire.ts";
import { printedDestinations } from "./destinations.ts";
import { OPEN_TIMEOUT_MS, openCosDocument, withFailures } from "./open-document.ts";
import { openReadable } from "./readable-document.ts";

/** The methods of a worker with the object layer. */
export const cosMethods: Methods = {
  *[INSPECT]({ parameters, inputs, outputDirectory }) {
    const { password } = inspectParameters.parse(parameters);
    const [input] = inputs;
    assert(input !== undefined && inputs.length === 1, "facts are of one file");
    const opened = openReadable({ input, password, scratchDirectory: outputDirectory, timeoutMs: OPEN_TIMEOUT_MS });
    const { document, isRewritten, hasLostProtection } = opened;
    const facts = withFailures(() => factsOf(document));
    const protection = hasLostProtection ? (password === undefined ? "owner" : "user") : facts.protection;
    yield { ...facts, protection, repaired: facts.repaired || isRewritten };
  },
  *[DESTINATIONS]({ inputs }) {
    const [input] = inputs;
    assert(input !== undefined && inputs.length === 1, "destinations are those of one file");
    const document = openCosDocument(input, undefined);
    yield { destinations: withFailures(() => printedDestinations(document)) };
  },
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
