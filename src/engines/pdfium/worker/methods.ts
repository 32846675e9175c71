import type { Methods } from "../../pool/protocol.ts";
import { onlyInput, served } from "../../pool/worker-method.ts";
import { RENDER } from "../wire.ts";
import type { PdfiumBinding } from "./binding/binding.ts";
import { renderPages } from "./drawing/render.ts";
import { openDocument } from "./opening.ts";

/** Returns the methods of a worker with PDFium. */
export const createPdfiumMethods = (binding: PdfiumBinding): Methods =>
  served(RENDER, async function* (call) {
    const { password, ...job } = call.parameters;
    const { outputDirectory } = call;
    using open = openDocument(binding, { input: onlyInput(call), scratchDirectory: outputDirectory, password });
    yield* renderPages(open.document, job, outputDirectory);
  });
