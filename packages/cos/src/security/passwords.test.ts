import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import { padPassword, passwordForms } from "./passwords.ts";
import { SecurityHandler } from "./security-handler.ts";
import { ask, convert, EXPECTED, FIRST_ID, ProtectedPdf, smallPdf } from "./testing/small-pdf.ts";

const forms = (password: string | Uint8Array, revision: number) =>
  passwordForms(password, revision).map((form) => Buffer.from(form).toString("hex"));

test("a password of revisions 2 to 4 is PDFDocEncoding first, then UTF-8 and what platforms use", () => {
  expect(forms("plain", 3)).toEqual(["706c61696e"]);
  expect(forms("é", 4)).toEqual(["e9", "c3a9", "8e"]);
  expect(forms("e\u0301", 4)).toEqual(["e9", "65cc81", "8e"]);
  expect(forms("€", 4)).toEqual(["a0", "e282ac", "80", "db"]);
  expect(forms("\u00ad", 4)).toEqual(["c2ad", "ad"]);
  expect(forms("密", 2)).toEqual(["e5af86"]);
});

test("a password of revisions 5 and 6 is prepared UTF-8 first, then as it stands", () => {
  expect(forms("plain", 6)).toEqual(["706c61696e"]);
  expect(forms("\u2168", 6)).toEqual(["4958", "e285a8"]);
  expect(forms("é", 5)).toEqual(["c3a9", "e9"]);
  expect(forms("\u0007", 6)).toEqual(["07"]);
  expect(forms("\u2060", 6)).toEqual(["e281a0"]);
});

test("bytes are taken as they are, of the newer revisions the first 127 before all of them", () => {
  const bytes = new Uint8Array(200).fill(0xe9);
  expect(passwordForms(bytes, 4)).toEqual([bytes]);
  expect(passwordForms(bytes, 6)).toEqual([bytes.subarray(0, 127), bytes]);
  expect(passwordForms(new Uint8Array(2000), 6)).toEqual([new Uint8Array(127)]);
  expect(passwordForms("é".repeat(100), 6)[0]).toHaveLength(127);
});

test("a password is padded or cut to 32 bytes", () => {
  expect(Buffer.from(padPassword(new Uint8Array(0))).toString("hex")).toMatch(/^28bf4e5e.*69 ?7a$/);
  expect(padPassword(Uint8Array.of(1, 2)).subarray(0, 4)).toEqual(Uint8Array.of(1, 2, 0x28, 0xbf));
  expect(padPassword(new Uint8Array(40).fill(9))).toEqual(new Uint8Array(32).fill(9));
});

const PASSWORDS = ["pässwörd", "“€”", "密码-пароль-🔑", "\u0627\u0628", "with spaces", "p".repeat(300), "é".repeat(70)];
const OPTIONS = { "RC4-128": ["128", "--use-aes=n"], "AES-128": ["128", "--use-aes=y"], "AES-256": ["256"] } as const;

describe.each(["RC4-128", "AES-128", "AES-256"] as const)("with %s", (algorithm) => {
  test.each(chosen(PASSWORDS, [0, 2, 5]))("%s is the same password for qpdf", (password) => {
    const file = convert(
      "qpdf",
      ["--allow-weak-crypto", "--object-streams=disable", "--stream-data=preserve", "in", "out"].concat(
        "--encrypt",
        password,
        "owner",
        OPTIONS[algorithm],
        "--",
      ),
      smallPdf(),
    );
    expect(new ProtectedPdf(file, password).contents()).toEqual(EXPECTED);
    const security = SecurityHandler.create({
      algorithm,
      userPassword: password,
      ownerPassword: `${password}!`.slice(-20),
      permissions: -1,
      encryptMetadata: true,
      firstId: FIRST_ID,
    });
    const made = smallPdf(security);
    expect(ask("qpdf", [`--password=${password}`, "--check", "in"], made)).toContain("No syntax");
    expect(ask("qpdf", [`--password=${`${password}!`.slice(-20)}`, "--check", "in"], made)).toContain("No syntax");
  });
});

test("a password is the one of SASLprep for other programs", () => {
  const security = SecurityHandler.create({
    algorithm: "AES-256",
    userPassword: "\u2168\u00a0e\u0301",
    ownerPassword: "",
    permissions: -1,
    encryptMetadata: true,
    firstId: FIRST_ID,
  });
  expect(ask("qpdf", ["--password=IX é", "--check", "in"], smallPdf(security))).toContain("No syntax");
  expect(execFileSync("qpdf", ["--version"], { encoding: "latin1" })).toContain("qpdf");
});

test("bytes and other spellings open what a text protected", () => {
  const file = convert(
    "qpdf",
    [
      "--allow-weak-crypto",
      "--object-streams=disable",
      "in",
      "out",
      "--password-mode=hex-bytes",
      "--encrypt",
      "70c3a4",
      "",
      "128",
      "--use-aes=y",
      "--",
    ],
    smallPdf(),
  );
  expect(new ProtectedPdf(file, "pä").security.openedAs).toBe("owner");
  expect(new ProtectedPdf(file, Uint8Array.of(0x70, 0xc3, 0xa4)).security.openedAs).toBe("owner");
  expect(() => new ProtectedPdf(file, Uint8Array.of(0x70, 0xe4))).toThrow("neither the user's nor the owner's");
});
