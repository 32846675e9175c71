import { expect, test } from "vitest";
import { toImages } from "./client.ts";
import { colourName, decode } from "./images.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectOk, warningCodes } from "./reply.ts";
import { commonService, withService } from "./service.ts";

/* Contract, section 9: encrypted documents given to an operation that only reads them. */

const service = commonService();
const ownerOnly = fixture("locked-owner-only.pdf");
const USER = "open sesame";
const OWNER = "owner of all";

const LOCKED = [
  { file: "locked-aes-256.pdf", right: [USER, OWNER] },
  { file: "locked-aes-128.pdf", right: [USER, OWNER] },
  { file: "locked-rc4-128.pdf", right: [USER, OWNER] },
  { file: "locked-rc4-40.pdf", right: [USER, OWNER] },
  { file: "locked-any-script.pdf", right: ["пароль-密码-🔑", "владелец"] },
  { file: "locked-latin-1.pdf", right: ["pässwörd", "öwner"] },
];

test.each(LOCKED)("$file needs its password", async ({ file }) => {
  expectFailure(await toImages(service(), fixture(file), { dpi: 72 }), 400, "pdf_encrypted");
});

test.each(LOCKED)("$file: an empty field is no password", async ({ file }) => {
  expectFailure(await toImages(service(), fixture(file), { dpi: 72, password: "" }), 400, "pdf_encrypted");
});

test.each(LOCKED)("$file refuses a wrong password", async ({ file }) => {
  const reply = await toImages(service(), fixture(file), { dpi: 72, password: "not-the-one" });
  expectFailure(reply, 400, "wrong_password");
  expect(reply.body.toString()).not.toContain("not-the-one");
});

test.each(LOCKED)("$file is drawn with the user's or the owner's password", async ({ file, right }) => {
  for (const password of right) {
    const reply = expectOk(await toImages(service(), fixture(file), { dpi: 72, page_number: 2, password }));
    expect(colourName((await decode(reply.body)).at(306, 396))).toBe("dark green");
    expect(warningCodes(reply)).toEqual([]);
  }
});

test("a range of an encrypted document is drawn as well", async () => {
  const fields = { dpi: 72, start_page: 1, end_page: 4, password: USER };
  const reply = expectOk(await toImages(service(), fixture("locked-aes-128.pdf"), fields));
  expect(reply.headers["content-type"]).toBe("application/zip");
});

test("a document that only an owner password restricts is processed, and the answer says so", async () => {
  const reply = expectOk(await toImages(service(), ownerOnly, { dpi: 72 }));
  expect(warningCodes(reply)).toEqual(["permissions_ignored"]);
  expect(colourName((await decode(reply.body)).at(306, 396))).toBe("red");
});

test("a wrong password is refused although none is needed", async () => {
  expectFailure(await toImages(service(), ownerOnly, { dpi: 72, password: "wrong" }), 400, "wrong_password");
});

test("the owner's password opens a document that needs none", async () => {
  expectOk(await toImages(service(), ownerOnly, { dpi: 72, password: OWNER }));
});

test("with QUIRE_ENFORCE_PERMISSIONS a restricted document needs a password", async () => {
  await withService({ QUIRE_ENFORCE_PERMISSIONS: "true" }, async (strict) => {
    expectFailure(await toImages(strict, ownerOnly, { dpi: 72 }), 400, "pdf_encrypted");
    expectOk(await toImages(strict, ownerOnly, { dpi: 72, password: OWNER }));
    expectOk(await toImages(strict, fixture("four-colours.pdf"), { dpi: 72 }));
  });
});
