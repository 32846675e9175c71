import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pagesOf } from "@quire/cos";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../../../kernel/failure.ts";
import * as opening from "./open-document.ts";
import { openReadable } from "./readable-document.ts";

/*
 * No document is known that libqpdf reads and the object layer does not: in these tests the layer refuses everything
 * that libqpdf has not written.
 */
vi.mock("./open-document.ts", { spy: true });

const fixture = (name: string): string => join(import.meta.dirname, "../../../../test/fixtures", name);

let scratchDirectory: string;

beforeEach(async () => {
  scratchDirectory = await mkdtemp(join(tmpdir(), "quire-readable-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(scratchDirectory, { recursive: true });
});

const open = (name: string, password?: string) =>
  openReadable({ input: fixture(name), password, scratchDirectory, timeoutMs: 10_000 });

function refuseOnce(code: "invalid_pdf" | "document_too_complex"): void {
  vi.mocked(opening.openCosBytes).mockImplementationOnce(() => {
    throw new Failure(code, "Refused.");
  });
}

test("what the object layer reads is not rewritten", () => {
  const { document, isRewritten, hasLostProtection } = open("encrypted-aes-128.pdf", "user");
  expect({ isRewritten, hasLostProtection }).toEqual({ isRewritten: false, hasLostProtection: false });
  expect(document.security).toBeDefined();
});

test("what it refuses is read as libqpdf rewrites it, also again, and no copy is left", async () => {
  refuseOnce("invalid_pdf");
  const { document, reopen, isRewritten, hasLostProtection } = open("features.pdf");
  expect({ isRewritten, hasLostProtection }).toEqual({ isRewritten: true, hasLostProtection: false });
  expect([pagesOf(document).length, pagesOf(reopen(10_000)).length]).toEqual([2, 2]);
  expect(await readdir(scratchDirectory)).toEqual([]);
});

test("that a rewritten document was protected is reported", () => {
  refuseOnce("invalid_pdf");
  const { document, hasLostProtection } = open("encrypted-aes-128.pdf", "user");
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
  refuseOnce("document_too_complex");
  expect(() => open("features.pdf")).toThrow(expect.objectContaining({ code: "document_too_complex" }));
  refuseOnce("invalid_pdf");
  expect(() => open("encrypted-aes-128.pdf")).toThrow(expect.objectContaining({ code: "pdf_encrypted" }));
  expect(await readdir(scratchDirectory)).toEqual([]);
});
