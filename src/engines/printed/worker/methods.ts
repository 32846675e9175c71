import { join } from "node:path";
import { finishPrinted } from "@quire/printed";
import { assert } from "../../../kernel/assert.ts";
import { Failure } from "../../../kernel/failure.ts";
import { bytesOfFile } from "../../cos/worker/file-bytes.ts";
import { openCosBytes, withFailures } from "../../cos/worker/open-document.ts";
import { WrittenFile } from "../../cos/worker/written-file.ts";
import type { Methods } from "../../pool/protocol.ts";
import { UNSAID_LANGUAGE } from "../unsaid-language.ts";
import { FINISH, finishParameters } from "../wire.ts";

/** What a worker does with @quire/printed. */
export const printedMethods: Methods = {
  *[FINISH]({ parameters, inputs, outputDirectory }) {
    const { file, maxBytes, timeoutMs, ...options } = finishParameters.parse(parameters);
    const [input] = inputs;
    assert(input !== undefined && inputs.length === 1, "one document is finished");
    const { pages } = asPrinted(() => {
      const document = openCosBytes(bytesOfFile(input), undefined, timeoutMs);
      using output = new WrittenFile(join(outputDirectory, file), maxBytes);
      return finishPrinted(document, output, { ...options, unsaidLanguage: UNSAID_LANGUAGE });
    });
    yield { file, pages };
  },
};

/** What a browser writes can be read. When it cannot, that is the doing of the page, which is no PDF to its sender. */
function asPrinted<Result>(work: () => Result): Result {
  try {
    return withFailures(work);
  } catch (error) {
    if (error instanceof Failure && error.code !== "document_too_complex") {
      throw new Failure("document_too_complex", "The printed PDF cannot be read.", {
        facts: { reason: "unreadable-print" },
        cause: error,
      });
    }
    throw error;
  }
}
