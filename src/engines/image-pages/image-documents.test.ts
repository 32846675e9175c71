import { expect, test } from "vitest";
import { describeImageDocuments, imagesJob } from "../conformance/image-documents.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { createImageDocuments } from "./image-documents.ts";
import { imagePageMethods } from "./worker/methods.ts";

describeImageDocuments("the object layer", () => createImageDocuments(createInProcessPool(imagePageMethods), "Test"));

const path = "/nowhere/result.pdf";

test.each([
  {},
  { path: "/elsewhere/result.pdf", pages: 1, losses: [] },
  { path, pages: 1, losses: [] },
  { path, pages: 2, losses: [{ code: "anything", source: 0 }] },
  { path, pages: 2, losses: [{ code: "image_clipped", source: 2 }] },
])("what no worker says of images is their doing: %j", async (item) => {
  const documents = createImageDocuments(createInProcessPool({ "image-pages.write": () => [item] }), "Test");
  const writing = documents.write(imagesJob([import.meta.filename, import.meta.filename], path));
  await expect(writing).rejects.toMatchObject({ code: "document_too_complex" });
});
