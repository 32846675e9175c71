import { assert } from "../../../kernel/assert.ts";
import type { Methods } from "../../pool/protocol.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import { COMPARE, RENDER } from "../wire.ts";
import type { PdfiumBinding } from "./binding/binding.ts";
import { comparePages } from "./drawing/compare.ts";
import { renderPages } from "./drawing/render.ts";
import { openDocument } from "./opening.ts";

/** Returns the methods of a worker with PDFium. */
export const createPdfiumMethods = (binding: PdfiumBinding): Methods => ({
  ...served(RENDER, async function* (call) {
    const { password, ...job } = call.parameters;
    const { outputDirectory } = call;
    const lastPage = Math.max(...job.pages);
    using open = openDocument(binding, {
      input: onlyInput(call),
      scratchDirectory: outputDirectory,
      password,
      lastPage,
    });
    yield* renderPages(open.document, job, outputDirectory);
  }),
  ...served(COMPARE, async function* (call) {
    const [input, other] = call.inputs;
    assert(input !== undefined && other !== undefined, "two documents are compared");
    const { password } = call.parameters;
    const scratchDirectory = call.outputDirectory;
    using one = openDocument(binding, { input, scratchDirectory, password });
    using two = openDocument(binding, { input: other, scratchDirectory, password: undefined });
    yield* comparePages([one.document, two.document], call.parameters);
  }),
});
