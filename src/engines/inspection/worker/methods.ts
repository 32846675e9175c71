import { Bounds, pagesOf } from "@quire/cos";
import { describeDocument, type EncryptionDescription } from "@quire/inspection";
import { withFailures } from "../../cos/worker/open-document.ts";
import { openReadable } from "../../cos/worker/readable-document.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import { DESCRIBE } from "../wire.ts";

/** The share of the time for the contents of pages: what else there is to say is said in the rest. */
const CONTENT_SHARE = 0.6;

/** The methods of a worker with @quire/inspection. */
export const inspectionMethods = served(DESCRIBE, function* (call) {
  const { password, pages, timeoutMs } = call.parameters;
  const reading = { input: onlyInput(call), password, scratchDirectory: call.outputDirectory, timeoutMs };
  const { document, isRewritten, hasLostProtection } = openReadable(reading);
  yield withFailures(() => {
    const contentBounds = new Bounds({ timeoutMs: CONTENT_SHARE * timeoutMs });
    const all = pages ?? pagesOf(document).map(({ index }) => index + 1);
    const description = describeDocument(document, { pages: all, contentBounds });
    return {
      ...description,
      isRepaired: description.isRepaired || isRewritten,
      encryption: hasLostProtection ? unknownProtection(password) : description.encryption,
    };
  });
});

/** The protection of a document that only libqpdf can read, whose copy has none. */
const unknownProtection = (password: string | undefined): EncryptionDescription => ({
  method: "unknown",
  keyBits: 0,
  version: 0,
  revision: 0,
  needsUserPassword: password !== undefined,
  openedAs: "user",
  encryptsMetadata: true,
  permissions: [],
});
