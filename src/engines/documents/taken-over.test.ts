import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Failure } from "../../kernel/failure.ts";
import { ComposerDesk, SNAPSHOT, work } from "../conformance/composer.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import type { Method, Methods } from "../pool/protocol.ts";
import { createComposer } from "./composer.ts";
import type { ComposedDocument } from "./port.ts";

/* Answers of a worker that content has taken over. */

const desk = new ComposerDesk();
afterAll(() => desk.remove());

/** Returns a method that yields `items`, and writes the files that they name. */
const saying = (items: readonly object[]): Method =>
  async function* ({ outputDirectory }) {
    for (const item of items) {
      if ("file" in item && typeof item.file === "string") {
        await writeFile(join(outputDirectory, item.file), "x".repeat(200));
      }
      yield item;
    }
  };

const composing = (items: readonly object[]): Promise<ComposedDocument> =>
  createComposer(createInProcessPool({ "documents.text": saying(items) })).text(desk.text("A", { maxBytes: 1000 }));

const composition = { needsScript: false, contents: [], warnings: [] };

describe("an answer that no worker gives", () => {
  test("is the content's doing", async () => {
    const file = "section-1.html";
    for (const items of [
      [],
      [{ file }],
      [composition],
      [composition, { file }],
      [{ file }, composition, composition],
      [{ file }, { ...composition, title: 5 }],
      [{ file }, { ...composition, title: "x".repeat(1001) }],
      [{ file }, { ...composition, needsScript: "no" }],
      [{ file }, { ...composition, contents: [{ target: "a" }] }],
      [{ file }, { ...composition, warnings: [{ code: "Not a code" }] }],
      [{ file }, { ...composition, warnings: [{ code: "a", parameters: { a: { b: 1 } } }] }],
      [{ file }, { ...composition, warnings: Array.from({ length: 101 }, () => ({ code: "a" })) }],
    ]) {
      await expect(composing(items), JSON.stringify(items)).rejects.toMatchObject({
        code: "document_too_complex",
        facts: { wrong: "sections" },
      });
    }
    const tooMuch = Array.from({ length: 6 }, (_, index) => ({ file: `section-${index + 1}.html` }));
    await expect(composing([...tooMuch, composition])).rejects.toMatchObject({ facts: { wrong: "sections" } });
    const { sections } = await composing([{ file }, composition]);
    expect(await Promise.all(sections.map((path) => readFile(path, "utf8")))).toEqual(["x".repeat(200)]);
  });

  test.each([
    {},
    { faults: [] },
    { faults: [{ type: "made_up", message: "A", path: [] }] },
    { faults: [{ type: "missing", path: [] }] },
    { faults: [{ type: "missing", message: "A", path: [{}] }] },
  ])("nor are facts of a fault: %j", async (facts) => {
    const methods: Methods = {
      "documents.report": () => {
        throw new Failure("validation_error", "A", { facts });
      },
    };
    const reporting = createComposer(createInProcessPool(methods)).report(desk.report("{}"));
    await expect(reporting).rejects.toMatchObject({ code: "document_too_complex", facts: { wrong: "sections" } });
  });

  test("nor is another answer than that a template is checked", async () => {
    const checking = createComposer(createInProcessPool({ "documents.checkTemplate": () => [{ isChecked: "no" }] }));
    await expect(checking.checkTemplate({ snapshot: SNAPSHOT, ...work() })).rejects.toMatchObject({
      code: "document_too_complex",
    });
  });
});
