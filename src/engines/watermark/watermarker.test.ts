import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { describeWatermarker } from "../conformance/watermarker.ts";
import { serviceFonts } from "../fonts/service-fonts.ts";
import { createWatermarker } from "./watermarker.ts";
import { createWatermarkMethods } from "./worker/methods.ts";

describeWatermarker("the object layer", () =>
  createWatermarker(createInProcessPool(createWatermarkMethods(serviceFonts(undefined)))),
);

test.each([
  {},
  { path: "/elsewhere/result.pdf", warnings: [] },
  { path: "result.pdf" },
  { path: "result.pdf", warnings: ["Not a code"] },
  { path: "result.pdf", warnings: "missing_glyphs" },
  { path: "result.pdf", warnings: [1] },
])("what no worker says of a watermark is the document's doing: %j", async (item) => {
  const watermarker = createWatermarker(createInProcessPool({ "watermark.apply": () => [item] }));
  const applying = watermarker.apply({
    input: import.meta.filename,
    output: `${import.meta.filename}.pdf`,
    maxBytes: 1000,
    text: ["Draft"],
    pages: [1],
    position: "diagonal",
    opacity: 1,
    sizePt: 20,
    colour: [0, 0, 0],
    layer: "over",
    fit: false,
    signal: new AbortController().signal,
    engineTime: new TimeBudget(1000),
  });
  await expect(applying).rejects.toMatchObject({ code: "document_too_complex" });
});
