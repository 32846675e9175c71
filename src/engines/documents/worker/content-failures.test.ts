import { ContentError } from "@quire/documents";
import { expect, test } from "vitest";
import { Failure } from "../../../kernel/failure.ts";
import { MAX_FAILURE_FACTS } from "../../pool/lines.ts";
import { faultFacts } from "../wire.ts";
import { failureOf, withContentFailures } from "./content-failures.ts";

/** Returns the failure that the service reports for `error`. */
function reported(error: unknown): Failure {
  const failure = failureOf(error);
  if (!(failure instanceof Failure)) {
    throw new Error("It is no failure.");
  }
  return failure;
}

test.each([
  ["template_error", "template_error"],
  ["document_too_complex", "document_too_complex"],
  ["too_complex", "document_too_complex"],
  ["json_invalid", "validation_error"],
])("content that is %s fails as %s", (kind, code) => {
  expect(reported(new ContentError(kind, "A reason."))).toMatchObject({ code });
});

test("faults have the service's words and their places, each of several", () => {
  const others = [new ContentError("made up", "B", ["rows", 3]), new ContentError("enum", "C")];
  const { facts } = reported(new ContentError("missing", "A", ["a"], others));
  expect(facts).toEqual({
    faults: [
      { type: "missing", message: "A", path: ["a"] },
      { type: "value_error", message: "B", path: ["rows", 3] },
      { type: "enum", message: "C", path: [] },
    ],
  });
});

const long = (): ContentError =>
  new ContentError(
    "missing",
    '"'.repeat(100_000),
    Array.from({ length: 500 }, () => "\n".repeat(10_000)),
  );

test("however long they are, facts are no longer than a worker may send", () => {
  const { facts, message } = reported(new ContentError("missing", "A", [], Array.from({ length: 50 }, long)));
  expect(JSON.stringify(facts).length).toBeLessThanOrEqual(MAX_FAILURE_FACTS);
  expect(faultFacts.parse(facts).faults[0]).toEqual({ type: "missing", message: "A", path: [] });
  expect(message.length).toBeLessThan(100);
  expect(JSON.stringify(reported(long()).facts).length).toBeLessThanOrEqual(MAX_FAILURE_FACTS);
  expect(reported(new ContentError("template_error", "x".repeat(100_000))).message.length).toBeLessThanOrEqual(1000);
});

test("content that nests too deep, or becomes too long, is to blame; anything else that is thrown is a bug", async () => {
  const nest = (depth: number): number => 1 + nest(depth + 1);
  await expect(withContentFailures(() => nest(0))).rejects.toMatchObject({ code: "document_too_complex" });
  await expect(withContentFailures(() => "x".repeat(2 ** 30))).rejects.toMatchObject({ code: "document_too_complex" });
  for (const bug of [new RangeError("Invalid time value"), new TypeError("x is not a function"), "text"]) {
    expect(failureOf(bug)).toBe(bug);
  }
});
