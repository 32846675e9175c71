import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CosDocument } from "../../packages/cos/src/file/document.ts";
import { readPageTree } from "../../packages/cos/src/model/pages.ts";
import { writeDocument } from "../../packages/cos/src/write/write-document.ts";
import { check, encryption, qpdf } from "./qpdf.ts";
import type { Rendering, RenderRequest } from "./render-process.ts";
import { WorkingProcess } from "./working-process.ts";

/*
 * Documents protected by qpdf with every version and revision of the standard security handler that it supports: read
 * with both passwords, and written back with the same protection and without it.
 */

const INPUT = fileURLToPath(new URL("../fixtures/features.pdf", import.meta.url));
const PAGES = 2;
const USER = "user";
const OWNER = "owner";

const PROTECTIONS: readonly [name: string, options: readonly string[]][] = [
  ["V 1, R 2: RC4, 40 bits", ["40"]],
  ["V 1, R 2, no printing", ["40", "--print=n", "--modify=n"]],
  ["V 2, R 3: RC4, 128 bits", ["128", "--use-aes=n"]],
  ["V 2, R 3, only filling in", ["128", "--use-aes=n", "--print=low", "--modify=form", "--extract=n"]],
  ["V 4, R 4: RC4 as a crypt filter", ["128", "--use-aes=n", "--force-V4"]],
  ["V 4, R 4: AES, 128 bits", ["128", "--use-aes=y"]],
  ["V 4, R 4, metadata in the clear", ["128", "--use-aes=y", "--cleartext-metadata"]],
  ["V 5, R 5: AES, 256 bits, Adobe's extension", ["256", "--force-R5"]],
  ["V 5, R 5, metadata in the clear", ["256", "--force-R5", "--cleartext-metadata"]],
  ["V 5, R 6: AES, 256 bits", ["256"]],
  ["V 5, R 6, nothing allowed", ["256", "--print=none", "--modify=none", "--extract=n", "--accessibility=n"]],
  ["V 5, R 6, metadata in the clear", ["256", "--cleartext-metadata"]],
];

describe.each(PROTECTIONS)("%s", (_, options) => {
  const scene = new Scene();
  beforeAll(() => scene.start(options));
  afterAll(() => scene.end());

  test.each([USER, OWNER])("is read with the %s password", (password) => {
    const document = CosDocument.open(scene.bytes, { password });
    expect(document.security?.openedAs).toBe(password);
    expect(document.security?.opensWithoutPassword).toBe(false);
    expect(document.isRepaired).toBe(false);
    expect(readPageTree(document).pages).toHaveLength(PAGES);
  });

  test.each([undefined, "", "User", "user "])("is not read with the password %j", (password) => {
    const code = password === undefined ? "password_needed" : "wrong_password";
    expect(() => CosDocument.open(scene.bytes, { password })).toThrow(expect.objectContaining({ code }));
  });

  test.each([USER, OWNER])("opened with the %s password, it is written with the same protection", async (password) => {
    const written = scene.write(password, { isProtected: true });
    for (const either of [USER, OWNER]) {
      expect(await encryption(written, either)).toEqual(await encryption(scene.path, either));
      expect(await check(written, either)).toEqual({ exitCode: 0, complaint: "" });
      expect(await scene.draw({ path: written, password: either })).toEqual(await scene.draw({ path: INPUT }));
      expect(await attachmentOf(written, either)).toBe(await attachmentOf(INPUT));
      const again = CosDocument.open(readFileSync(written), { password: either });
      expect(again.isRepaired).toBe(false);
      expect(again.security?.openedAs).toBe(either);
    }
    expect((await qpdf(["--check", written])).stderr).toContain("invalid password");
  });

  test("written without protection, it is the document that it was", async () => {
    const written = scene.write(USER, { isProtected: false });
    expect(await check(written)).toEqual({ exitCode: 0, complaint: "" });
    expect(await encryption(written)).toEqual(["File is not encrypted"]);
    expect(await scene.draw({ path: written })).toEqual(await scene.draw({ path: INPUT }));
    expect(await attachmentOf(written)).toBe(await attachmentOf(INPUT));
  });
});

class Scene {
  #directory = "";
  #bytes: Uint8Array = new Uint8Array(0);
  readonly #pdfium = new WorkingProcess<RenderRequest, Rendering>("render-process.ts");

  /** The protected document. */
  get bytes(): Uint8Array {
    return this.#bytes;
  }

  get path(): string {
    return join(this.#directory, "protected.pdf");
  }

  async start(options: readonly string[]): Promise<void> {
    this.#directory = await mkdtemp(join(tmpdir(), "quire-protection-"));
    await qpdf(["--allow-weak-crypto", INPUT, "--encrypt", USER, OWNER, ...options, "--", this.path]);
    this.#bytes = readFileSync(this.path);
  }

  async end(): Promise<void> {
    this.#pdfium[Symbol.dispose]();
    await rm(this.#directory, { recursive: true });
  }

  /** Writes the document again and returns the path. */
  write(password: string, { isProtected }: { isProtected: boolean }): string {
    const document = CosDocument.open(this.#bytes, { password });
    const pieces: Uint8Array[] = [];
    const sink = { write: (piece: Uint8Array) => void pieces.push(piece) };
    writeDocument(document.trailer, sink, { security: isProtected ? document.security : undefined }, document.bounds);
    const path = join(this.#directory, `written-${password}-${isProtected}.pdf`);
    writeFileSync(path, Buffer.concat(pieces));
    return path;
  }

  async draw(request: RenderRequest): Promise<object> {
    return this.#pdfium.ask(request, 30_000);
  }
}

async function attachmentOf(path: string, password?: string): Promise<string> {
  return (await qpdf(["--show-attachment=note.txt", path], password)).stdout;
}
