import { expect, test } from "vitest";
import { Failure } from "./failure.ts";
import { asFailureOfFile } from "./file-failure.ts";

test("what is a file's fault is reported with its position and name", () => {
  const failure = new Failure("too_many_pages", "The document has 9 pages; the limit is 5.", { facts: { pages: 9 } });
  expect(asFailureOfFile(failure, 2, "b.pdf")).toMatchObject({
    code: "too_many_pages",
    message: 'File 3 ("b.pdf"): The document has 9 pages; the limit is 5.',
    facts: { pages: 9, file: 3 },
  });
});

test.each([new Failure("queue_full", "Later."), new Failure("sync_timeout", "Too long."), new Error("a bug"), "gone"])(
  "what is not a file's fault stays as it is: %s",
  (thrown) => {
    expect(asFailureOfFile(thrown, 0, "a.pdf")).toBe(thrown);
  },
);
