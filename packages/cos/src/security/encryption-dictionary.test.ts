import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chosen } from "../../../../test/running/sampling.ts";
import { CosError } from "../cos-error.ts";
import { CosString, type CosValue, Dict, Name } from "../objects.ts";
import { computeKey, computeOwner, computeUser } from "./revision-2-to-4.ts";
import { type ProtectionAlgorithm, SecurityHandler } from "./security-handler.ts";
import { ask, bytesOf, EXPECTED, FIRST_ID, ProtectedPdf, parse, smallPdf, textOf } from "./testing/small-pdf.ts";

const protection = (algorithm: ProtectionAlgorithm) =>
  SecurityHandler.create({
    algorithm,
    userPassword: "user",
    ownerPassword: "owner",
    permissions: -1,
    encryptMetadata: true,
    firstId: FIRST_ID,
  });
const HANDLERS = {
  "RC4-40": protection("RC4-40"),
  "RC4-128": protection("RC4-128"),
  "AES-128": protection("AES-128"),
  "AES-256": protection("AES-256"),
};
const ALGORITHMS = ["RC4-40", "RC4-128", "AES-128", "AES-256"] as const;

/** Returns the dictionary of a document that `user` and `owner` open, with changes; undefined removes an entry. */
function changed(algorithm: ProtectionAlgorithm, changes: Record<string, CosValue | undefined>): Dict {
  const dict = HANDLERS[algorithm].encrypt.copy();
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) {
      dict.delete(key);
    } else {
      dict.set(key, value);
    }
  }
  return dict;
}
const open = (dict: Dict, password = "user") => SecurityHandler.open(dict, FIRST_ID, password);
const error = (code: string) => expect.objectContaining({ name: "CosError", code });

describe("what is not supported is reported", () => {
  test.each<[string, ProtectionAlgorithm, Record<string, CosValue | undefined>]>([
    ["another security handler", "AES-128", { Filter: new Name("Adobe.PubSec") }],
    ["no security handler", "AES-128", { Filter: undefined }],
    ["no version", "RC4-128", { V: undefined }],
    ["version 0", "RC4-128", { V: 0 }],
    ["version 3", "RC4-128", { V: 3 }],
    ["version 6", "AES-256", { V: 6 }],
    ["no revision", "RC4-128", { R: undefined }],
    ["revision 1", "RC4-128", { R: 1 }],
    ["revision 7", "AES-256", { R: 7 }],
    ["revision 6 of version 4", "AES-128", { R: 6 }],
    ["revision 4 of version 5", "AES-256", { R: 4 }],
    ["a revision that is a half", "RC4-128", { R: 3.5 }],
    ["no /O", "AES-128", { O: undefined }],
    ["no /U", "AES-256", { U: undefined }],
    ["no /UE", "AES-256", { UE: undefined }],
    ["a name as /O", "RC4-40", { O: new Name("O") }],
    ["an unknown method", "AES-128", { CF: parse("<< /StdCF << /CFM /AESV9 >> >>") }],
  ])("%s", (_, algorithm, changes) => {
    expect(() => open(changed(algorithm, changes))).toThrow(error("unsupported_encryption"));
  });
});

/** Returns the string at `key`, padded as Acrobat does. */
const lengthened = (algorithm: ProtectionAlgorithm, key: string) => {
  const bytes = new Uint8Array(127);
  bytes.set(HANDLERS[algorithm].encrypt.bytes(key) ?? []);
  return new CosString(bytes);
};

describe("what other readers accept opens", () => {
  test.each<[string, ProtectionAlgorithm, Record<string, CosValue | undefined>]>([
    ["a key length in bytes", "RC4-128", { Length: 16 }],
    ["no key length", "RC4-128", { Length: undefined }],
    ["a key length of 0", "RC4-128", { Length: 0 }],
    ["a huge key length", "RC4-128", { Length: 1e15 }],
    ["a negative key length", "RC4-128", { Length: -128 }],
    ["a key length that is no multiple of 8", "RC4-128", { Length: 127 }],
    ["a key length of 256 bits for AES-128", "AES-128", { Length: 256 }],
    ["a key length of 128 for version 1", "RC4-40", { Length: 128 }],
    ["revision 3 of version 1 with a long key", "RC4-128", { V: 1 }],
    ["an unsigned /P", "RC4-128", { P: 0xffff_fffc }],
    ["a real /P", "RC4-128", { P: -4.25 }],
    ["an /O and a /U that are too long", "RC4-40", { O: lengthened("RC4-40", "O"), U: lengthened("RC4-40", "U") }],
    ["an /O and a /U of 127 bytes", "AES-256", { O: lengthened("AES-256", "O"), U: lengthened("AES-256", "U") }],
    ["crypt filters without a definition", "AES-128", { CF: undefined }],
    ["crypt filters that are no dictionaries", "AES-128", { CF: [1, 2] }],
    ["no /Perms", "AES-256", { Perms: undefined }],
    ["no /P", "AES-256", { P: undefined }],
  ])("%s", (_, algorithm, changes) => {
    for (const who of ["user", "owner"] as const) {
      const handler = open(changed(algorithm, changes), who);
      expect(handler.openedAs).toBe(who);
      const encrypted = HANDLERS[algorithm].encryptString(bytesOf("text"), 3, 1);
      expect(textOf(handler.decryptString(encrypted, 3, 1))).toBe("text");
    }
  });

  test("a /U that was cut where only zeros followed", () => {
    const user = HANDLERS["RC4-128"].encrypt.bytes("U") ?? new Uint8Array(0);
    expect(open(changed("RC4-128", { U: new CosString(user.subarray(0, 16)) })).openedAs).toBe("user");
  });
});

test("permissions that /Perms does not confirm are reported", () => {
  expect(open(changed("AES-256", {})).permissionsMatch).toBe(true);
  expect(open(changed("AES-256", { P: -44 }))).toMatchObject({ permissions: -44, permissionsMatch: false });
  expect(open(changed("AES-256", { EncryptMetadata: false })).permissionsMatch).toBe(false);
  expect(open(changed("AES-256", { Perms: new CosString(new Uint8Array(16)) })).permissionsMatch).toBe(false);
  expect(() => open(changed("AES-128", { P: -44 }))).toThrow(error("wrong_password"));
});

test("a document whose ID is missing opens when it had none", () => {
  const none = new Uint8Array(0);
  expect(() => SecurityHandler.open(HANDLERS["RC4-128"].encrypt, none, "user")).toThrow(error("wrong_password"));
  expect(SecurityHandler.open(HANDLERS["AES-256"].encrypt, none, "user").openedAs).toBe("user");
});

/** Makes a document of revision 3 with another key length than those that `protect` makes. */
function withKeyLength(bits: number, hashedLength: number): Uint8Array {
  const values = { revision: 3, keyLength: bits / 8, permissions: -4, firstId: FIRST_ID, encryptsMetadata: true };
  const owner = computeOwner({ ...values, hashedLength }, { user: bytesOf("user"), owner: bytesOf("owner") });
  const user = computeUser(values, computeKey({ ...values, owner }, bytesOf("user")));
  return smallPdf(open(changed("RC4-128", { P: -4, Length: bits, O: new CosString(owner), U: new CosString(user) })));
}

test.each(chosen([40, 48, 64, 96, 120, 128], [0, 2, 5]))("RC4 of %i bits is read here and by others", (bits) => {
  const standard = withKeyLength(bits, 16);
  // These programs make another owner's key where the key is short; PDFium and PDF.js have the standard's.
  const asInQpdf = withKeyLength(bits, bits / 8);
  for (const who of ["user", "owner"]) {
    expect(ask("mutool", ["draw", "-q", "-p", who, "-F", "txt", "in"], asInQpdf).trim()).toBe("Protected text");
    expect(ask("qpdf", [`--password=${who}`, "--check", "in"], asInQpdf)).toContain("No syntax");
    expect(new ProtectedPdf(asInQpdf, who).contents()).toEqual(EXPECTED);
    expect(new ProtectedPdf(standard, who).contents()).toEqual(EXPECTED);
  }
  expect(ask("qpdf", ["--password=user", "--check", "in"], standard)).toContain("No syntax");
});

test("nothing but a CosError comes of any dictionary", () => {
  const value = fc.oneof(
    fc.constantFrom("null", "[]", "<<>>", "-1", "0", "5", "1e300", "true", "/Standard", "/StdCF", "/Identity", "(x)"),
    fc.constantFrom(
      "<< /StdCF << /CFM /V2 >> >>",
      "<< /StdCF << /CFM /None >> >>",
      "<< /StdCF /X >>",
      "<< /StdCF << /CFM 1 /Length -1 >> >>",
    ),
    fc.integer().map(String),
    fc.uint8Array({ maxLength: 140 }).map((bytes) => `<${Buffer.from(bytes).toString("hex")}>`),
  );
  const key = fc.constantFrom(..."V R O U OE UE P Perms Length CF StmF StrF EFF EncryptMetadata".split(" "));
  const change = fc.tuple(
    fc.constantFrom(...ALGORITHMS),
    fc.array(fc.tuple(key, value), { maxLength: 4 }),
    fc.uint8Array({ maxLength: 70 }),
  );
  const result = fc.check(
    fc.property(change, ([algorithm, changes, bytes]) => {
      const dict = changed(algorithm, Object.fromEntries(changes.map(([name, text]) => [name, parse(text)])));
      try {
        const handler = open(dict, "owner");
        handler.decryptString(bytes, 1, 0);
        return Buffer.from(
          handler.decryptStream(handler.encryptStream(bytes, new Dict(), 1, 0), new Dict(), 1, 0),
        ).equals(bytes);
      } catch (thrown) {
        return thrown instanceof CosError;
      }
    }),
    { numRuns: 300 },
  );
  expect(result).toMatchObject({ failed: false, counterexample: null });
});
