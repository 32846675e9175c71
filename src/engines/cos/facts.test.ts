import { expect, test } from "vitest";
import { TimeBudget } from "../../kernel/timing/work.ts";
import { describeDocumentFacts } from "../conformance/document-facts.ts";
import { createInProcessPool } from "../conformance/in-process-pool.ts";
import { createCosFacts } from "./facts.ts";
import { cosMethods } from "./worker/methods.ts";

describeDocumentFacts("the object layer", () => createCosFacts(createInProcessPool(cosMethods)));

const FACTS = { pages: 3, protection: "none", repaired: false, firstPage: null };

test.each([
  {},
  { ...FACTS, pages: 0 },
  { ...FACTS, pages: 1.5 },
  { ...FACTS, pages: "3" },
  { ...FACTS, protection: "some" },
  { ...FACTS, repaired: 1 },
  { ...FACTS, firstPage: { widthPt: 100 } },
  { ...FACTS, firstPage: { widthPt: -1, heightPt: 5 } },
])("facts that are none are the document's doing: %j", async (item) => {
  const pool = createInProcessPool({
    *"cos.inspect"() {
      yield item;
    },
  });
  const work = { signal: new AbortController().signal, engineTime: new TimeBudget(1000) };
  await expect(createCosFacts(pool).inspect({ input: import.meta.filename, ...work })).rejects.toMatchObject({
    code: "document_too_complex",
  });
});

test.each([{}, { destinations: [["a", 0]] }, { destinations: [[1, 1]] }, { destinations: "a" }])(
  "destinations that are none are the document's doing: %j",
  async (item) => {
    const pool = createInProcessPool({
      *"cos.destinations"() {
        yield item;
      },
    });
    const work = { signal: new AbortController().signal, engineTime: new TimeBudget(1000) };
    await expect(createCosFacts(pool).destinations({ input: import.meta.filename, ...work })).rejects.toMatchObject({
      code: "document_too_complex",
    });
  },
);
