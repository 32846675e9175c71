import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TimeBudget, type Work } from "../../kernel/timing/work.ts";
import type { DocumentMetadata, MetadataChanges, MetadataEditor, MetadataNote } from "../metadata/port.ts";
import { conformingPdf } from "./documents/conforming-documents.ts";

const FIXTURES = join(import.meta.dirname, "../../../test/fixtures");
const NOTHING: MetadataChanges = { fields: {}, custom: {}, strips: false };

const work = (): Work => ({ signal: new AbortController().signal, engineTime: new TimeBudget(25_000) });

/** Defines the tests that every adapter of `MetadataEditor` passes; other programs judge it in test/api/metadata.test.ts. */
export function describeMetadataEditor(name: string, makeAdapter: () => MetadataEditor): void {
  const read = (input: string): Promise<DocumentMetadata> => makeAdapter().read({ input, ...work() });

  describe(`metadata by ${name}`, () => {
    let directory: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-metadata-"));
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });
    const write = async (
      input: string,
      changes: Partial<MetadataChanges>,
      maxBytes = 1e7,
    ): Promise<{ readonly output: string; readonly notes: readonly MetadataNote[] }> => {
      const output = join(directory, "changed.pdf");
      await rm(output, { force: true });
      const { notes } = await makeAdapter().write({
        input,
        output,
        changes: { ...NOTHING, ...changes },
        maxBytes,
        ...work(),
      });
      return { output, notes };
    };

    test("what is named changes, and nothing else", async () => {
      const before = await read(join(FIXTURES, "features.pdf"));
      const { output, notes } = await write(join(FIXTURES, "features.pdf"), { fields: { author: "Ada" } });
      const after = await read(output);
      expect(after.fields).toEqual({ ...before.fields, author: "Ada" });
      expect([after.language, after.differing, notes]).toEqual(["en", [], []]);
    });

    test("the same change gives the same bytes", async () => {
      const one = await readFile((await write(join(FIXTURES, "features.pdf"), { fields: { title: "x" } })).output);
      const two = await readFile((await write(join(FIXTURES, "features.pdf"), { fields: { title: "x" } })).output);
      expect(one.equals(two)).toBe(true);
    });

    test("everything is removed, and the claim with it", async () => {
      const input = join(directory, "input.pdf");
      await writeFile(input, conformingPdf());
      const { output, notes } = await write(input, { strips: true });
      expect(notes).toEqual(["pdfa_claim_dropped"]);
      expect(await read(output)).toMatchObject({ xmp: null, information: [], claims: { pdfa: null } });
    });

    test("a result that is too large", async () => {
      await expect(write(join(FIXTURES, "features.pdf"), { fields: { title: "x" } }, 100)).rejects.toMatchObject({
        code: "document_too_complex",
      });
    });

    test("a document that needs a password", async () => {
      await expect(read(join(FIXTURES, "encrypted-aes-128.pdf"))).rejects.toMatchObject({ code: "pdf_encrypted" });
    });
  });
}
