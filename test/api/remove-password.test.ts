import { expect, test } from "vitest";
import { chosen } from "../running/sampling.ts";
import { REMOVE_PASSWORD, removePassword, toImages, upload } from "./client.ts";
import { differingPixels, fixture, pdfInfo, pdfText, qpdfOpens, qpdfProblems } from "./programs.ts";
import { errorBody, expectFailure, expectFault, expectOk, savedName, warningCodes } from "./reply.ts";
import { commonService } from "./service.ts";

/* The specification's table of POST /api/v1/pdf/remove-password, and what the contract adds to it. */

const service = commonService();
const plain = fixture("four-colours.pdf");
const plainText = pdfText(plain);
const locked = fixture("locked-aes-256.pdf");
const ownerOnly = fixture("locked-owner-only.pdf");

const USER = "open sesame";
const OWNER = "owner of all";

test("the right password gives the document without protection, as unlocked.pdf", async () => {
  const reply = expectOk(
    await removePassword(service(), { content: locked, filename: "secret.pdf" }, { password: USER }),
  );
  expect(reply.headers["content-type"]).toBe("application/pdf");
  expect(reply.headers["content-disposition"]).toBe('attachment; filename="unlocked.pdf"');
  expect(reply.headers["content-length"]).toBe(String(reply.body.length));
  expect(reply.headers["transfer-encoding"]).toBeUndefined();
  expect(reply.headers["cache-control"]).toBe("no-store");
  expect(reply.headers["x-content-type-options"]).toBe("nosniff");
  expect(reply.headers["x-credits-charged"]).toBe("1");
  const info = await pdfInfo(reply.body);
  expect([info?.get("Encrypted"), info?.get("Pages")]).toEqual(["no", "4"]);
  expect(warningCodes(reply)).toEqual([]);
});

const LOCKED = [
  { file: "locked-aes-256.pdf", password: USER, what: "AES-256, user password" },
  { file: "locked-aes-256.pdf", password: OWNER, what: "AES-256, owner password" },
  { file: "locked-aes-128.pdf", password: USER, what: "AES-128, user password" },
  { file: "locked-aes-128.pdf", password: OWNER, what: "AES-128, owner password" },
  { file: "locked-rc4-128.pdf", password: USER, what: "RC4 with 128 bits, user password" },
  { file: "locked-rc4-128.pdf", password: OWNER, what: "RC4 with 128 bits, owner password" },
  { file: "locked-rc4-40.pdf", password: USER, what: "RC4 with 40 bits, user password" },
  { file: "locked-rc4-40.pdf", password: OWNER, what: "RC4 with 40 bits, owner password" },
  { file: "locked-any-script.pdf", password: "пароль-密码-🔑", what: "a user password in three scripts" },
  { file: "locked-any-script.pdf", password: "владелец", what: "an owner password in Cyrillic" },
  { file: "locked-latin-1.pdf", password: "pässwörd", what: "a user password with umlauts, PDFDocEncoding" },
  { file: "locked-latin-1.pdf", password: "öwner", what: "an owner password with umlauts, PDFDocEncoding" },
  { file: "locked-owner-only.pdf", password: OWNER, what: "the owner password of a file that opens without" },
];

test.each(chosen(LOCKED, [0, 3, 4, 7, 8, 11, 12]))("unlocks with nothing lost: $what", async ({ file, password }) => {
  const { body } = expectOk(await removePassword(service(), fixture(file), { password }));
  expect((await pdfInfo(body))?.get("Encrypted")).toBe("no");
  expect(await qpdfProblems(body)).toBe("");
  expect(await pdfText(body)).toBe(await plainText);
  expect(await differingPixels(body, plain, 3)).toBe(0);
});

test.each([
  { file: "locked-aes-256.pdf", password: "Open sesame", what: "another case" },
  { file: "locked-aes-256.pdf", password: `${USER} `, what: "a space too many" },
  { file: "locked-aes-256.pdf", password: "", what: "the empty password where it is not the one" },
  { file: "locked-rc4-40.pdf", password: "wrong", what: "RC4 with 40 bits" },
  { file: "locked-aes-128.pdf", password: "wrong", what: "AES-128" },
  { file: "locked-owner-only.pdf", password: "wrong", what: "a file that opens without" },
  { file: "locked-any-script.pdf", password: "пароль", what: "the beginning of a password" },
  { file: "locked-aes-256.pdf", password: "x".repeat(500), what: "a password longer than any" },
])("a wrong password is 400 and never 401: $what", async ({ file, password }) => {
  const reply = await removePassword(service(), fixture(file), { password });
  expectFailure(reply, 400, "wrong_password");
  expect(reply.headers["www-authenticate"]).toBeUndefined();
  expect(reply.headers["x-credits-charged"]).toBe("0");
  expect(reply.body.toString()).not.toContain(`"${password}"`);
});

test("the password is required", async () => {
  expectFault(await upload(service(), { path: REMOVE_PASSWORD, file: locked }), {
    type: "missing",
    loc: ["body", "password"],
  });
});

test("a password that is given and empty is the empty password", async () => {
  const reply = expectOk(await removePassword(service(), ownerOnly, { password: "" }));
  expect((await pdfInfo(reply.body))?.get("Encrypted")).toBe("no");
  expect(await pdfText(reply.body)).toBe(await plainText);
});

test("re_encrypt_password encrypts again: AES-256, one password for user and owner, all permissions", async () => {
  const renewed = "a brand-new one";
  const reply = expectOk(await removePassword(service(), locked, { password: USER, re_encrypt_password: renewed }));
  expect(savedName(reply)).toBe("unlocked.pdf");
  expect(await pdfInfo(reply.body), "opens without a password").toBeUndefined();
  expect(await pdfInfo(reply.body, { user: USER, owner: USER }), "opens with the old password").toBeUndefined();
  const all = "yes (print:yes copy:yes change:yes addNotes:yes algorithm:AES-256)";
  expect((await pdfInfo(reply.body, { user: renewed }))?.get("Encrypted")).toBe(all);
  expect((await pdfInfo(reply.body, { owner: renewed }))?.get("Encrypted")).toBe(all);
  expect(await qpdfProblems(reply.body, renewed)).toBe("");
});

test("what was encrypted again can be opened again by the service, with nothing lost", async () => {
  const fields = { password: USER, re_encrypt_password: "second" };
  const renewed = expectOk(await removePassword(service(), locked, fields)).body;
  expectFailure(await removePassword(service(), renewed, { password: USER }), 400, "wrong_password");
  const { body } = expectOk(await removePassword(service(), renewed, { password: "second" }));
  expect(await pdfText(body)).toBe(await plainText);
  expect(await differingPixels(body, plain, 1)).toBe(0);
});

test.each([
  { file: "locked-rc4-40.pdf", what: "RC4 with 40 bits" },
  { file: "locked-rc4-128.pdf", what: "RC4 with 128 bits" },
  { file: "locked-aes-128.pdf", what: "AES-128" },
])("a change of password leaves no older cipher: $what becomes AES-256", async ({ file }) => {
  const reply = await removePassword(service(), fixture(file), { password: USER, re_encrypt_password: "new" });
  expect((await pdfInfo(expectOk(reply).body, { user: "new" }))?.get("Encrypted")).toContain("algorithm:AES-256");
});

test("a restricted document loses its restrictions when it is encrypted again", async () => {
  const reply = await removePassword(service(), ownerOnly, { password: OWNER, re_encrypt_password: "new" });
  expect((await pdfInfo(expectOk(reply).body, { user: "new" }))?.get("Encrypted")).toContain(
    "print:yes copy:yes change:yes addNotes:yes",
  );
});

test.each([
  { password: "a".repeat(127), what: "127 ASCII characters" },
  { password: `${"é".repeat(63)}a`, what: "64 characters of 127 bytes" },
  { password: "x", what: "one character" },
  { password: "новый-新しい-🔐", what: "three scripts" },
])("a new password may have $what", async ({ password }) => {
  const reply = await removePassword(service(), locked, { password: USER, re_encrypt_password: password });
  expect(await qpdfOpens(expectOk(reply).body, password)).toBe(true);
  expect(await qpdfOpens(reply.body, `${password}!`.slice(1))).toBe(false);
});

test.each([
  { password: "a".repeat(128), what: "128 ASCII characters" },
  { password: "é".repeat(64), what: "64 characters of 128 bytes" },
  { password: "🔐".repeat(32), what: "32 characters of 128 bytes" },
])("a new password of $what is refused and not repeated", async ({ password }) => {
  const reply = await removePassword(service(), locked, { password: USER, re_encrypt_password: password });
  const fault = expectFault(reply, { loc: ["body", "re_encrypt_password"] });
  expect(fault).not.toHaveProperty("input");
  expect(reply.body.toString("utf8")).not.toContain(password.slice(0, 8));
});

test("an empty re_encrypt_password is refused: the result would silently be unprotected", async () => {
  const reply = await removePassword(service(), locked, { password: USER, re_encrypt_password: "" });
  const fault = expectFault(reply, { loc: ["body", "re_encrypt_password"] });
  expect(fault).not.toHaveProperty("input");
});

test("a document without protection comes back byte for byte, with a warning", async () => {
  for (const password of ["", "anything"]) {
    const reply = expectOk(await removePassword(service(), plain, { password }));
    expect(reply.body.equals(plain)).toBe(true);
    expect(warningCodes(reply)).toEqual(["not_encrypted"]);
    expect(savedName(reply)).toBe("unlocked.pdf");
  }
});

test("a document without protection is encrypted with re_encrypt_password, with the same warning", async () => {
  const reply = expectOk(await removePassword(service(), plain, { password: "", re_encrypt_password: "first" }));
  expect(warningCodes(reply)).toEqual(["not_encrypted"]);
  expect((await pdfInfo(reply.body, { user: "first" }))?.get("Encrypted")).toContain("AES-256");
  expect(await pdfInfo(reply.body)).toBeUndefined();
});

test("re_encrypt_owner_password gives the owner a password of his own", async () => {
  const fields = { password: USER, re_encrypt_password: "for reading", re_encrypt_owner_password: "for changing" };
  const reply = expectOk(await removePassword(service(), locked, fields));
  expect(warningCodes(reply)).toEqual([]);
  expect(await pdfInfo(reply.body, { user: "for reading" })).toBeDefined();
  expect(await pdfInfo(reply.body, { owner: "for changing" })).toBeDefined();
  expect(await pdfInfo(reply.body, { owner: "for reading" })).toBeUndefined();
});

test("a document encrypted for a certificate is refused: no password opens it", async () => {
  const certificate = fixture("locked-certificate.pdf");
  for (const fields of [{ password: "" }, { password: "any" }, { password: "any", re_encrypt_password: "new" }]) {
    expectFailure(await removePassword(service(), certificate, fields), 400, "pdf_encrypted");
  }
  expectFailure(await toImages(service(), certificate), 400, "pdf_encrypted");
});

test("the same request gives the same bytes, encrypted output excepted", async () => {
  const both = await Promise.all([1, 2].map(() => removePassword(service(), locked, { password: USER })));
  const [one, two] = both.map((reply) => expectOk(reply).body);
  expect(one && two && one.equals(two)).toBe(true);
});

test("the new password does not stand in the result or in any header", async () => {
  const renewed = "plainly-visible-password";
  const reply = expectOk(await removePassword(service(), locked, { password: USER, re_encrypt_password: renewed }));
  expect(reply.body.includes(renewed)).toBe(false);
  expect(JSON.stringify(reply.headers)).not.toContain(renewed);
});

test("passwords are not echoed by faults of other fields", async () => {
  const reply = await removePassword(service(), locked, {
    password: "the-current-secret",
    re_encrypt_password: "z".repeat(128),
  });
  expect(errorBody(reply).code).toBe("validation_error");
  expect(reply.body.toString()).not.toMatch(/the-current-secret|zzzz/);
});

test("what is no PDF is refused before its password is looked at", async () => {
  expectFailure(await removePassword(service(), Buffer.from("hello"), { password: "x" }), 400, "unsupported_file_type");
  expectFailure(await removePassword(service(), Buffer.alloc(0), { password: "x" }), 400, "empty_file");
});
