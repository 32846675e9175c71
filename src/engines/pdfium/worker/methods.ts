import { assert } from "../../../kernel/assert.ts";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { RENDER, renderParameters } from "../wire.ts";
import type { PdfiumBinding } from "./binding/binding.ts";
import { renderPages } from "./drawing/render.ts";
import { openDocument } from "./opening.ts";

/** Returns the methods of a worker with PDFium. */
export function createPdfiumMethods(binding: PdfiumBinding): Methods {
  return {
    async *[RENDER](call) {
      const { password, ...job } = renderParameters.parse(call.parameters);
      using open = openDocument(binding, { ...placeOf(call), password });
      yield* renderPages(open.document, job, call.outputDirectory);
    },
  };
}

function placeOf({ inputs, outputDirectory }: MethodCall): { input: string; scratchDirectory: string } {
  const [input] = inputs;
  assert(input !== undefined && inputs.length === 1, "PDFium's methods take one file");
  return { input, scratchDirectory: outputDirectory };
}
