import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { collidingDocuments } from "../../bench/survival/documents.ts";
import { CELLS, judge } from "../../bench/survival/judges.ts";
import { OURS } from "../../bench/survival/tools.ts";

const directory = await mkdtemp(join(tmpdir(), "quire-survival-"));
afterAll(() => rm(directory, { recursive: true }));

const documents = await Promise.all(
  collidingDocuments().map(async ({ key, bytes, facts }) => {
    const path = join(directory, `${key}.pdf`);
    await writeFile(path, bytes);
    return { key, path, facts };
  }),
);

test.each(documents)("the judges find all that document $key has", async ({ path, facts }) => {
  const scores = await judge(path, [facts]);
  expect(CELLS.filter((cell) => scores[cell].of === 0 || scores[cell].found < scores[cell].of)).toEqual([]);
});

test("the judges find nothing of another document's", async () => {
  const [first, second] = documents;
  const scores = await judge(first?.path ?? "", second === undefined ? [] : [second.facts]);
  expect(CELLS.filter((cell) => scores[cell].found > 0)).toEqual([]);
});

const orders = [
  [0, 1, 2],
  [2, 1, 0],
].map((order) => order.flatMap((index) => documents[index] ?? []));

test.each(orders)(
  "documents with the same names for different things are merged whole ($key first)",
  async (...order) => {
    const output = join(directory, "merged.pdf");
    await OURS.merge(
      order.map(({ path }) => path),
      output,
    );
    const scores = await judge(
      output,
      order.map(({ facts }) => facts),
    );
    const shown = CELLS.map((cell) => `${cell}: ${scores[cell].found} of ${scores[cell].of}`);
    expect(shown).toEqual(CELLS.map((cell) => `${cell}: ${scores[cell].of} of ${scores[cell].of}`));
  },
);
