import { assert } from "../../kernel/assert.ts";
import type { MethodCall, Methods } from "../pool/protocol.ts";
import type { PdfFacts } from "../ports.ts";
import type { PdfiumBinding } from "./binding.ts";
import { openDocument } from "./opening.ts";
import { renderPages } from "./render.ts";
import { INSPECT, inspectParameters, RENDER, renderParameters } from "./wire.ts";

/** What a worker with PDFium can do. */
export function createPdfiumMethods(binding: PdfiumBinding): Methods {
  return {
    *[INSPECT](call) {
      const { password } = inspectParameters.parse(call.parameters);
      using open = openDocument(binding, { ...placeOf(call), password });
      const { document, protection, repaired } = open;
      yield { pages: document.pages, protection, repaired, firstPage: document.pageSize(1) } satisfies PdfFacts;
    },
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
