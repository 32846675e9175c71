import { describe, expect, test } from "vitest";
import { Dict, Name } from "../objects.ts";
import { type ProtectionAlgorithm, SecurityHandler } from "./security-handler.ts";
import { ask, bytesOf, convert, EXPECTED, FIRST_ID, ProtectedPdf, smallPdf, textOf } from "./testing/small-pdf.ts";

const QPDF = ["--object-streams=disable", "--stream-data=preserve", "--allow-weak-crypto", "in", "out"];
const byQpdf = (options: readonly string[], user = "user", owner = "owner"): Uint8Array =>
  convert("qpdf", [...QPDF, "--encrypt", user, owner, ...options, "--"], smallPdf());

const PROTECTIONS: readonly [name: string, version: number, revision: number, options: readonly string[]][] = [
  ["RC4, 40 bits", 1, 2, ["40"]],
  ["RC4, 128 bits", 2, 3, ["128", "--use-aes=n"]],
  ["RC4 by a crypt filter", 4, 4, ["128", "--use-aes=n", "--force-V4"]],
  ["AES, 128 bits", 4, 4, ["128", "--use-aes=y"]],
  ["AES, 128 bits, readable metadata", 4, 4, ["128", "--use-aes=y", "--cleartext-metadata"]],
  ["AES, 256 bits, extension level 3", 5, 5, ["256", "--force-R5"]],
  ["AES, 256 bits", 5, 6, ["256"]],
  ["AES, 256 bits, readable metadata", 5, 6, ["256", "--cleartext-metadata"]],
];

describe.each(PROTECTIONS)("what qpdf protected with %s", (_, version, revision, options) => {
  const file = byQpdf(options);

  test.each(["user", "owner"] as const)("opens with the password of the %s", (who) => {
    const document = new ProtectedPdf(file, who);
    expect(document.contents()).toEqual(EXPECTED);
    expect(document.security).toMatchObject({
      version,
      revision,
      openedAs: who,
      opensWithoutPassword: false,
      permissions: -4,
      permissionsMatch: true,
      encryptsMetadata: !options.includes("--cleartext-metadata"),
    });
  });

  test("does not open otherwise", () => {
    expect(() => new ProtectedPdf(file)).toThrow(expect.objectContaining({ code: "password_needed" }));
    expect(() => new ProtectedPdf(file, "")).toThrow(expect.objectContaining({ code: "wrong_password" }));
    expect(() => new ProtectedPdf(file, "User")).toThrow(expect.objectContaining({ code: "wrong_password" }));
  });
});

test.each(["rc4-40", "rc4-128", "aes-128", "aes-256"])("what mutool protected with %s opens", (algorithm) => {
  const file = convert("mutool", ["clean", "-E", algorithm, "-U", "user", "-O", "owner", "in", "out"], smallPdf());
  for (const who of ["user", "owner"] as const) {
    const document = new ProtectedPdf(file, who);
    expect(document.contents()).toEqual(EXPECTED);
    expect(document.security.openedAs).toBe(who);
  }
});

const ALGORITHMS: readonly [ProtectionAlgorithm, readonly string[]][] = [
  ["RC4-40", ["R = 2"]],
  ["RC4-128", ["R = 3"]],
  ["AES-128", ["R = 4", "file encryption method: AESv2"]],
  ["AES-256", ["R = 6", "file encryption method: AESv3"]],
];
const ALL = 0xffff_ffff;
const NO_PRINTING = ~0b1000_0000_0100;
const created = (algorithm: ProtectionAlgorithm, more: Partial<Parameters<typeof SecurityHandler.create>[0]> = {}) =>
  SecurityHandler.create({
    algorithm,
    userPassword: "user",
    ownerPassword: "owner",
    permissions: ALL,
    encryptMetadata: true,
    firstId: FIRST_ID,
    ...more,
  });

let unprotected: unknown;

describe.each(ALGORITHMS)("a document protected here with %s", (algorithm, description) => {
  test("is read by qpdf with either password, and described as meant", () => {
    const file = smallPdf(created(algorithm, { permissions: NO_PRINTING }));
    for (const who of ["user", "owner"]) {
      // The check shows the encryption as well.
      const shown = ask("qpdf", [`--password=${who}`, "--check", "in"], file);
      for (const line of [
        "No syntax or stream encoding errors",
        ...description,
        `Supplied password is ${who} password`,
        "print low resolution: not allowed",
      ]) {
        expect(shown).toContain(line);
      }
      expect(shown).toContain("modify anything: allowed");
    }
    expect(() => ask("qpdf", ["--password=other", "--check", "in"], file)).toThrow("invalid password");
  });

  test("has the same strings and streams when qpdf and mutool decrypt it", () => {
    const file = smallPdf(created(algorithm));
    const plain = convert("qpdf", ["--decrypt", "--password=user", ...QPDF], file);
    expect(qpdfObjects(plain)).toEqual((unprotected ??= qpdfObjects(convert("qpdf", QPDF, smallPdf()))));
    expect(ask("mutool", ["draw", "-q", "-p", "owner", "-F", "txt", "in"], file).trim()).toBe("Protected text");
  });

  test("is read here, and written back under the same protection", () => {
    const opened = new ProtectedPdf(smallPdf(created(algorithm)), "user");
    expect(opened.contents()).toEqual(EXPECTED);
    const again = new ProtectedPdf(smallPdf(opened.security), "owner");
    expect(again.contents()).toEqual(EXPECTED);
    expect(again.security.openedAs).toBe("owner");
    expect(ask("qpdf", ["--password=user", "--check", "in"], smallPdf(opened.security))).toContain("No syntax");
  });

  test("without a user password opens with none, but not as the owner", () => {
    const file = smallPdf(created(algorithm, { userPassword: "" }));
    const document = new ProtectedPdf(file);
    expect(document.security).toMatchObject({ openedAs: "user", opensWithoutPassword: true });
    expect(new ProtectedPdf(file, "owner").security).toMatchObject({ openedAs: "owner", opensWithoutPassword: true });
    expect(document.contents()).toEqual(EXPECTED);
    expect(ask("qpdf", ["--show-encryption", "in"], file)).toContain("Supplied password is user password");
  });

  test("without an owner password has that of the user", () => {
    const file = smallPdf(created(algorithm, { ownerPassword: "" }));
    expect(() => new ProtectedPdf(file)).toThrow("password");
    expect(new ProtectedPdf(file, "user").security.openedAs).toBe("owner");
    expect(() => ask("qpdf", ["--check", "in"], file)).toThrow("invalid password");
  });

  test("is the same each time when its randomness is", () => {
    const protectedTwice = [1, 2].map(() => smallPdf(created(algorithm, { randomBytes: counting() })));
    expect(protectedTwice[0]).toEqual(protectedTwice[1]);
  });
});

function counting(): (length: number) => Uint8Array {
  let next = 0;
  return (length) => Uint8Array.from({ length }, () => next++);
}

/** Returns every object of a document as qpdf's JSON has it, streams with their data. */
function qpdfObjects(file: Uint8Array): unknown {
  const json = JSON.parse(ask("qpdf", ["--json=2", "--json-key=qpdf", "--json-stream-data=inline", "in"], file)) as {
    qpdf: [unknown, Record<string, { value?: Record<string, unknown> }>];
  };
  const objects = json.qpdf[1];
  delete objects["trailer"]?.value?.["/ID"];
  return objects;
}

describe("the metadata", () => {
  test.each(["AES-128", "AES-256"] as const)("is readable when it is to be (%s)", (algorithm) => {
    const file = smallPdf(created(algorithm, { encryptMetadata: false }));
    expect(textOf(file)).toContain(EXPECTED.metadata);
    expect(textOf(file)).not.toContain(EXPECTED.content);
    expect(ask("qpdf", ["--password=user", "--check", "in"], file)).toContain("No syntax");
    const document = new ProtectedPdf(file, "user");
    expect(document.security.encryptsMetadata).toBe(false);
    expect(document.contents()).toEqual(EXPECTED);
  });

  test("is encrypted with RC4 whatever is asked for", () => {
    const file = smallPdf(created("RC4-128", { encryptMetadata: false }));
    expect(textOf(file)).not.toContain(EXPECTED.metadata);
    expect(new ProtectedPdf(file, "user").contents()).toEqual(EXPECTED);
    expect(ask("qpdf", ["--password=user", "--check", "in"], file)).toContain("No syntax");
  });
});

test("the bits that the standard fixes are set", () => {
  expect(created("RC4-40", { permissions: 0 }).permissions).toBe(-64);
  expect(created("AES-128", { permissions: 0 }).permissions).toBe(-3392);
  expect(created("AES-256", { permissions: ALL }).permissions).toBe(-4);
  expect(created("AES-256", { permissions: 4 }).permissions).toBe(-3388);
});

test("each string and stream has a separate initialization vector", () => {
  const handler = created("AES-256");
  const first = handler.encryptString(bytesOf("same"), 1, 0);
  expect(handler.encryptString(bytesOf("same"), 1, 0)).not.toEqual(first);
  expect(textOf(handler.decryptString(first, 1, 0))).toBe("same");
});

const zeros = (length: number) => new Uint8Array(length);

test("objects of RC4 and AES-128 have separate keys, those of AES-256 have not", () => {
  for (const algorithm of ["RC4-40", "RC4-128", "AES-128"] as const) {
    const handler = created(algorithm, { randomBytes: zeros });
    const [first, second, third, again] = [
      [1, 0],
      [2, 0],
      [1, 1],
      [1, 0],
    ].map(([number = 0, generation = 0]) => textOf(handler.encryptString(bytesOf("text"), number, generation)));
    expect(new Set([first, second, third]).size).toBe(3);
    expect(again).toBe(first);
  }
  const handler = created("AES-256", { randomBytes: zeros });
  expect(handler.encryptString(bytesOf("text"), 1, 0)).toEqual(handler.encryptString(bytesOf("text"), 2, 0));
});

test("a cross-reference stream is not encrypted", () => {
  const handler = created("RC4-128");
  const bytes = bytesOf("entries");
  expect(handler.decryptStream(bytes, new Dict([["Type", new Name("XRef")]]), 1, 0)).toBe(bytes);
  expect(handler.encryptStream(bytes, new Dict([["Type", new Name("XRef")]]), 1, 0)).toBe(bytes);
  expect(handler.encryptStream(bytes, new Dict(), 1, 0)).not.toEqual(bytes);
});
