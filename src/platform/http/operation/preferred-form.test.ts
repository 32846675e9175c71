import { expect, test } from "vitest";
import { fileChoice } from "./preferred-form.ts";

const operation = { asFile: { field: "output", value: "file" }, produces: ["application/json", "text/markdown"] };

test.each([
  { accept: "text/markdown", field: "output" },
  { accept: "Text/Markdown; charset=utf-8;q=0.9", field: "output" },
  { accept: undefined, field: undefined },
  { accept: "", field: undefined },
  { accept: "*/*", field: undefined },
  { accept: "application/json", field: undefined },
  { accept: "text/markdown, application/json", field: undefined },
  { accept: "text/markdown, */*;q=0.1", field: undefined },
  { accept: "text/plain", field: undefined },
])("Accept $accept: $field", ({ accept, field }) => {
  expect(fileChoice(operation, accept)?.field).toBe(field);
});

test("without a choice in the operation there is none", () => {
  expect(fileChoice({ produces: ["text/markdown"] }, "text/markdown")).toBeUndefined();
});
