import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pagesOf } from "@quire/cos";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../../../kernel/failure.ts";
import { openReadable } from "./readable-document.ts";

const fixture = (name: string): string => join(import.meta.dirname, "../../../../test/fixtures", name);

let scratchDirectory: string;

beforeEach(async () => {
  scratchDirectory = await mkdtemp(join(tmpdir(), "quire-readable-"));
});
afterEach(async () => {
  await rm(scratchDirectory, { recursive: true });
});

type OpenOriginal = Parameters<typeof openReadable>[1];

const open = (name: string, password?: string, openOriginal?: OpenOriginal) =>
  openReadable({ input: fixture(name), password, scratchDirectory, timeoutMs: 10_000 }, openOriginal);

/** No document is known that libqpdf reads and the object layer does not. */
const refusing = (code: "invalid_pdf" | "document_too_complex") => () => {
  throw new Failure(code, "Refused.");
};

test("what the object layer reads is not rewritten", () => {
  const { document, isRewritten, hasLostProtection } = open("encrypted-aes-128.pdf", "user");
  expect({ isRewritten, hasLostProtection }).toEqual({ isRewritten: false, hasLostProtection: false });
  expect(document.security).toBeDefined();
});

test("what it refuses is read as libqpdf rewrites it, also again", async () => {
  const { document, reopen, isRewritten, hasLostProtection } = open("features.pdf", undefined, refusing("invalid_pdf"));
  expect({ isRewritten, hasLostProtection }).toEqual({ isRewritten: true, hasLostProtection: false });
  expect([pagesOf(document).length, pagesOf(reopen(10_000)).length]).toEqual([2, 2]);
  // The copy stays in the slot, where the service counts it, until the end of the task.
  expect(await readdir(scratchDirectory)).toHaveLength(1);
});

test("that a rewritten document was protected is reported", () => {
  const { document, hasLostProtection } = open("encrypted-aes-128.pdf", "user", refusing("invalid_pdf"));
  expect([document.security, hasLostProtection]).toEqual([undefined, true]);
});

test("where there is no object, libqpdf is not asked", async () => {
  const input = join(scratchDirectory, "input.pdf");
  await writeFile(input, "%PDF-1.7\n".repeat(50_000));
  const startMs = performance.now();
  const reading = { input, password: undefined, scratchDirectory, timeoutMs: 10_000 };
  expect(() => openReadable(reading)).toThrow(expect.objectContaining({ code: "invalid_pdf" }));
  expect(performance.now() - startMs).toBeLessThan(5000);
});

test("what neither reads is invalid, and what is too complex is not tried again", async () => {
  expect(() => open("README.md")).toThrow(expect.objectContaining({ code: "invalid_pdf" }));
  expect(() => open("features.pdf", undefined, refusing("document_too_complex"))).toThrow(
    expect.objectContaining({ code: "document_too_complex" }),
  );
  expect(() => open("encrypted-aes-128.pdf", undefined, refusing("invalid_pdf"))).toThrow(
    expect.objectContaining({ code: "pdf_encrypted" }),
  );
  expect(await readdir(scratchDirectory)).toEqual([]);
});
