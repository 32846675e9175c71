import { describe, expect, test } from "vitest";
import { fixture } from "../api/programs.ts";
import { errorBody, expectFailure, expectOk } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { FILE_PARAMETERS } from "./parameters.ts";
import { ask, type Change, IMAGES_TO_PDF } from "./requests.ts";

/* Encrypted documents (contract, section 9), given to every operation that takes a PDF. */

const service = commonService({ keepsResults: true });
const USER = "open sesame";
const OWNER = "owner of all";
const LOCKED = ["locked-aes-256.pdf", "locked-aes-128.pdf", "locked-rc4-128.pdf", "locked-rc4-40.pdf"];
const MERGE = "/api/v1/pdf/merge";
const REMOVE_PASSWORD = "/api/v1/pdf/remove-password";
/** Fields that keep the work of an operation short. */
const SHORT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/api/v1/ocr/extract/simple": { dpi: "72", pages: "1" },
  "/api/v1/ocr/extract/advanced": { dpi: "72", pages: "1" },
  "/api/v1/convert/pdf-to-image": { dpi: "72" },
  "/api/v1/convert/pdf-to-pdfa": { substitute_fonts: "true" },
};
const PATHS = Object.keys(FILE_PARAMETERS).filter((path) => !path.endsWith("/vision") && path !== IMAGES_TO_PDF);

const withPassword = (path: string, password: string): Readonly<Record<string, string>> =>
  path === MERGE ? { passwords: JSON.stringify([password, password]) } : { password };

describe.each(sampled(PATHS, 3))("%s", (path) => {
  const rows = sampled(LOCKED, 4).map((name) => ({ name, file: fixture(name) }));
  const request = (file: Buffer, fields: Readonly<Record<string, string>> = {}): Change => ({
    file,
    fields: { ...SHORT[path], ...fields },
  });

  test.each(rows)("$name without a password", async ({ file }) => {
    const without = path === REMOVE_PASSWORD ? withPassword(path, "") : {};
    const code = path === REMOVE_PASSWORD ? /^(pdf_encrypted|wrong_password)$/ : /^pdf_encrypted$/;
    const reply = await ask(service(), path, request(file, without));
    expect([reply.status, errorBody(reply).code]).toEqual([400, expect.stringMatching(code)]);
    expect(reply.headers["x-credits-charged"]).toBe("0");
  });

  test.each(rows)("$name with a wrong password", async ({ file }) => {
    const reply = await ask(service(), path, request(file, withPassword(path, "not-the-one")));
    expectFailure(reply, 400, "wrong_password");
    expect(reply.body.toString()).not.toContain("not-the-one");
  });

  test.each(rows.flatMap((row) => [USER, OWNER].map((password) => ({ ...row, password }))))(
    "$name with the password $password",
    async ({ file, password }) => {
      expectOk(await ask(service(), path, request(file, withPassword(path, password))));
    },
  );
});
