import { join } from "node:path";
import { finishPrintedInThreads } from "@quire/printed";
import { Failure } from "../../../kernel/failure.ts";
import { bytesOfFile } from "../../cos/worker/file-bytes.ts";
import { openCosBytes, withoutCosError } from "../../cos/worker/open-document.ts";
import { WrittenFile } from "../../cos/worker/written-file.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import { PICTURE_MARK } from "../picture-mark.ts";
import { UNSAID_LANGUAGE } from "../unsaid-language.ts";
import { FINISH } from "../wire.ts";

/** The methods of a worker with @quire/printed. */
export const printedMethods = served(FINISH, async function* (call) {
  const { file, maxBytes, timeoutMs, ...options } = call.parameters;
  const input = onlyInput(call);
  const { pages, accessibility } = await asPrinted(async () => {
    const document = openCosBytes(bytesOfFile(input), undefined, timeoutMs);
    using output = new WrittenFile(join(call.outputDirectory, file), maxBytes);
    return await finishPrintedInThreads(document, output, {
      ...options,
      unsaidLanguage: UNSAID_LANGUAGE,
      pictureMark: PICTURE_MARK,
    });
  });
  yield { file, pages, accessibility: { ...accessibility, obstacles: [...accessibility.obstacles] } };
});

/**
 * Runs `work` on a document that a browser wrote. Such a document can be read; when it cannot, the page has caused
 * that, and its sender has sent no PDF.
 */
async function asPrinted<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const error = withoutCosError(thrown);
    if (error instanceof Failure && error.code !== "document_too_complex") {
      throw new Failure("document_too_complex", "The printed PDF cannot be read.", {
        facts: { reason: "unreadable-print" },
        cause: error,
      });
    }
    throw error;
  }
}
