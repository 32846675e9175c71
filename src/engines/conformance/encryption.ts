import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { PERMISSIONS, type Permission } from "../../kernel/permissions.ts";
import { TimeBudget } from "../../kernel/timing/work.ts";
import type { Encryption, NewProtection } from "../qpdf/port.ts";
import { ask, documentContent, encryptionOf } from "./documents/document-content.ts";

/** Defines the tests that every adapter of `Encryption` passes. The files are described in test/fixtures/README.md. */
export function describeEncryption(name: string, makeAdapter: () => Encryption): void {
  describe(`encryption by ${name}`, () => {
    let directory: string;
    let output: string;

    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "quire-encryption-"));
      output = join(directory, "result.pdf");
    });
    afterEach(async () => {
      await rm(directory, { recursive: true });
    });

    const change = (
      input: string,
      password: string,
      passwords?: Omit<NewProtection, "permissions"> & Partial<NewProtection>,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<{ wasEncrypted: boolean }> => {
      const protection = passwords && { permissions: PERMISSIONS, ...passwords };
      return makeAdapter().change({ input, output, password, protection, signal, engineTime: new TimeBudget(25_000) });
    };

    describe.each(LOCKED)("%s", (file) => {
      test.each(["user", "owner"])("is unlocked by its %s password and keeps all that it holds", async (password) => {
        expect(await change(fixture(file), password)).toEqual({ wasEncrypted: true });
        expect(await encryptionOf(output, { user: "" })).toBe("no");
        expect(await documentContent(output)).toEqual(await documentContent(fixture("features.pdf")));
      });

      test.each(["", "User", "user ", "user\0"])("is not opened by %j", async (password) => {
        await expect(change(fixture(file), password)).rejects.toMatchObject({ code: "wrong_password" });
      });
    });

    test.each(["", "owner"])("a document with only an owner password is unlocked by %j", async (password) => {
      expect(await change(fixture("encrypted-owner-only.pdf"), password)).toEqual({ wasEncrypted: true });
      expect(await encryptionOf(output, { user: "" })).toBe("no");
    });

    test("a wrong password is wrong although the empty one would open the document", async () => {
      const changed = change(fixture("encrypted-owner-only.pdf"), "wrong");
      await expect(changed).rejects.toMatchObject({ code: "wrong_password" });
    });

    test.each([
      ["encrypted-latin-password.pdf", "p\u00e4ssw\u00f6rd", "PDFDocEncoding, as revisions 2 to 4 have it"],
      ["encrypted-latin-password.pdf", "pa\u0308sswo\u0308rd", "PDFDocEncoding, typed decomposed"],
      ["encrypted-saslprep-password.pdf", "IX\u00e9", "the normalised form"],
      ["encrypted-saslprep-password.pdf", "\u2168\u00ade\u0301", "a form that SASLprep normalises"],
      ["encrypted-unprepared-password.pdf", "\u2168", "set by a program that does not normalise"],
    ])("%s is unlocked by %j: %s", async (file, password) => {
      expect(await change(fixture(file), password)).toEqual({ wasEncrypted: true });
      expect(await documentContent(output)).toEqual(await documentContent(fixture("features.pdf")));
    });

    test("a protected document with a damaged xref is unlocked", async () => {
      expect(await change(fixture("encrypted-damaged-xref.pdf"), "user")).toEqual({ wasEncrypted: true });
      expect(await documentContent(output)).toEqual(await documentContent(fixture("features.pdf")));
    });

    test("unlocking twice gives the same bytes", async () => {
      await change(fixture("encrypted-aes-256-r6.pdf"), "user");
      const first = await readFile(output);
      await change(fixture("encrypted-aes-256-r6.pdf"), "owner");
      expect(await readFile(output)).toEqual(first);
    });

    test.each(["features.pdf", "damaged-xref.pdf"])("%s, which is not protected, is copied as it is", async (file) => {
      expect(await change(fixture(file), "any")).toEqual({ wasEncrypted: false });
      expect(await readFile(output)).toEqual(await readFile(fixture(file)));
    });

    test.each([
      ["features.pdf", "", false],
      ["encrypted-rc4-40.pdf", "user", true],
      ["encrypted-owner-only.pdf", "", true],
    ])("%s is protected again by AES-256 with all permissions", async (file, password, wasEncrypted) => {
      expect(await change(fixture(file), password, { userPassword: "new", ownerPassword: "boss" })).toEqual({
        wasEncrypted,
      });
      const encryption = "yes (print:yes copy:yes change:yes addNotes:yes algorithm:AES-256)";
      expect(await encryptionOf(output, { user: "new" })).toBe(encryption);
      expect(await encryptionOf(output, { owner: "boss" })).toBe(encryption);
      expect((await ask("mutool", ["show", "-p", "new", output, "trailer/Encrypt/R"])).trim()).toBe("6");
      expect(await documentContent(output, "new")).toEqual(await documentContent(fixture("features.pdf")));
    });

    test.each<[Permission[], string]>([
      [[], "print:no copy:no change:no addNotes:no"],
      [["print", "copy"], "print:yes copy:yes change:no addNotes:no"],
      [["modify", "annotate"], "print:no copy:no change:yes addNotes:yes"],
    ])("the user password allows %j and no more, the owner password everything", async (permissions, reported) => {
      await change(fixture("features.pdf"), "", { userPassword: "new", ownerPassword: "boss", permissions });
      expect(await encryptionOf(output, { user: "new" })).toBe(`yes (${reported} algorithm:AES-256)`);
    });

    test.each(["", "user", "owner"])("after a change of password %j opens the document no more", async (password) => {
      await change(fixture("encrypted-aes-256-r6.pdf"), "user", { userPassword: "new", ownerPassword: "new" });
      await expect(encryptionOf(output, { user: password })).rejects.toThrow("Incorrect password");
      await expect(encryptionOf(output, { owner: password })).rejects.toThrow("Incorrect password");
    });

    test("nothing of a protected document can be read without the password, its metadata included", async () => {
      await change(fixture("features.pdf"), "", { userPassword: "new", ownerPassword: "new" });
      const bytes = (await readFile(output)).toString("latin1");
      expect(bytes).not.toContain("Everything to keep");
      expect(bytes).not.toContain("says hello");
      expect(bytes).not.toContain("xmpmeta");
    });

    test("a new password is normalised by SASLprep", async () => {
      await change(fixture("features.pdf"), "", { userPassword: "\u2168\u00ade\u0301", ownerPassword: "\u00aa" });
      expect(await encryptionOf(output, { user: "IX\u00e9" })).toContain("AES-256");
      expect(await encryptionOf(output, { owner: "a" })).toContain("AES-256");
    });

    test("a new password has up to 127 bytes, and the last one counts", async () => {
      const password = "пароль".repeat(10) + "x".repeat(7);
      await change(fixture("features.pdf"), "", { userPassword: password, ownerPassword: password });
      // MuPDF is used because pdfinfo reads only the first 32 bytes of its option.
      const information = ["info", "-p", password, output];
      expect(await ask("mutool", information)).toContain("Pages: 2");
      const shorter = ask("mutool", information.with(2, password.slice(0, -1)));
      await expect(shorter).rejects.toThrow("cannot authenticate password");
    });

    test("a document that is encrypted for a certificate says so", async () => {
      const changed = change(fixture("encrypted-for-certificate.pdf"), "any");
      await expect(changed).rejects.toMatchObject({
        code: "pdf_encrypted",
        message: expect.stringContaining("certificate"),
      });
    });

    test.each([
      ["no PDF at all", "%PDF-1.7\nnothing of the kind\n%%EOF\n"],
      ["an empty file", ""],
    ])("%s is invalid, with and without new protection", async (_, content) => {
      const input = join(directory, "input.pdf");
      await writeFile(input, content);
      await expect(change(input, "")).rejects.toMatchObject({ code: "invalid_pdf" });
      const protection = { userPassword: "new", ownerPassword: "new" };
      await expect(change(input, "", protection)).rejects.toMatchObject({ code: "invalid_pdf" });
    });

    test("an aborted call ends with the reason", async () => {
      const reason = new Error("The client has gone.");
      const changed = change(fixture("features.pdf"), "", undefined, AbortSignal.abort(reason));
      await expect(changed).rejects.toBe(reason);
    });
  });
}

/** One document of each method; user password "user", owner password "owner", made from features.pdf. */
const LOCKED = [
  "encrypted-rc4-40.pdf",
  "encrypted-rc4-128.pdf",
  "encrypted-aes-128.pdf",
  "encrypted-cleartext-metadata.pdf",
  "encrypted-aes-256-r5.pdf",
  "encrypted-aes-256-r6.pdf",
  "encrypted-by-mupdf.pdf",
];

const fixture = (name: string): string => join(import.meta.dirname, "../../../test/fixtures", name);
