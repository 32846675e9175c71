import { describe, expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, type MadeObject } from "../testing/pdf-builder.ts";
import { signedData } from "../testing/signed-data.ts";
import { signatures } from "./signatures.ts";

const broken = (file: Uint8Array, flavour: Flavour = "2b"): readonly string[] =>
  brokenRules(file, { flavour, groups: [signatures] });

const permissions = (flavour: Flavour, keys: string): readonly string[] =>
  broken(buildPdf({ 10: "<< /Type /Sig >>" }, { flavour, catalog: `/Perms << ${keys} >>` }), flavour);

describe("permissions", () => {
  test.each<[Flavour, string, boolean]>([
    ["2b", "/DocMDP 10 0 R /UR3 10 0 R", true],
    ["3b", "/UR 10 0 R", false],
    ["4", "/DocMDP 10 0 R", true],
    ["4", "/UR3 10 0 R", true],
    ["4", "/UR 10 0 R", false],
    ["1b", "/UR 10 0 R", true],
  ])("%s %s: %s", (flavour, keys, isKept) => {
    expect(permissions(flavour, keys)).toEqual(isKept ? [] : ["permission-keys"]);
  });

  test.each(["DigestLocation", "DigestMethod", "DigestValue"])("with DocMDP, references have no %s", (key) => {
    const objects: Readonly<Record<number, MadeObject>> = { 10: `<< /Type /Sig /Reference [<< /${key} /MD5 >>] >>` };
    const check = (options: BuildOptions) => broken(buildPdf(objects, options));
    expect(check({ catalog: "/Perms << /DocMDP 10 0 R >>" })).toEqual(["signature-reference-digest"]);
    expect(check({ catalog: "/Perms << /UR3 10 0 R >>" })).toEqual([]);
    expect(broken(buildPdf({ 10: "<< /Reference [<< >>] >>" }, { catalog: "/Perms << /DocMDP 10 0 R >>" }))).toEqual(
      [],
    );
  });
});

/** Makes a signed document; the numbers of ByteRange have ten digits, so that they can be inserted afterwards. */
function signed(contents: Uint8Array, change: (range: readonly number[]) => readonly number[] = (range) => range) {
  const hex = Buffer.from(contents).toString("hex");
  const placeholder = "/ByteRange [0000000000 1111111111 2222222222 3333333333]";
  const objects = {
    10: "<< /FT /Sig /T (a) /V 11 0 R >>",
    11: `<< /Type /Sig ${placeholder} /Contents <${hex}00> >>`,
  };
  const file = Buffer.from(buildPdf(objects, { catalog: "/AcroForm << /Fields [10 0 R] >>" }));
  const first = file.indexOf(`<${hex}`);
  const second = file.indexOf(">", first) + 1;
  const range = change([0, first, second, file.length - second]).map((value) => String(value).padStart(10, "0"));
  file.write(`/ByteRange [${range.join(" ")}]`, file.indexOf(placeholder), "latin1");
  return file;
}

const ONE_SIGNER = signedData({ certificates: 1, signers: 1 });

describe("signatures of fields", () => {
  test("are of the whole file, and have a certificate and a signer", () => {
    expect(broken(signed(ONE_SIGNER))).toEqual([]);
    expect(broken(signed(ONE_SIGNER), "3b")).toEqual([]);
  });

  test("stay of the whole file when the document is updated", () => {
    const update = Buffer.from("12 0 obj\n<< >>\nendobj\n");
    expect(broken(Buffer.concat([signed(ONE_SIGNER), update]))).toEqual([]);
    expect(broken(Buffer.concat([signed(Buffer.from("none")), update]))).toEqual(["signing-certificate"]);
  });

  test.each<[string, (range: readonly number[]) => readonly number[]]>([
    ["starts late", ([, first, second, length]) => [1, first ?? 0, second ?? 0, length ?? 0]],
    ["ends early", ([, first, second, length]) => [0, first ?? 0, second ?? 0, (length ?? 0) - 20]],
    ["ends late", ([, first, second, length]) => [0, first ?? 0, second ?? 0, (length ?? 0) + 20]],
    ["leaves out more", ([, first, second, length]) => [0, (first ?? 0) - 9, second ?? 0, length ?? 0]],
    ["is the other way round", ([, first, second, length]) => [0, second ?? 0, first ?? 0, length ?? 0]],
  ])("whose ByteRange %s are not of the whole file", (_, change) => {
    expect(broken(signed(ONE_SIGNER, change))).toEqual(["signature-byte-range"]);
  });

  test("have a certificate, and one signer", () => {
    expect(broken(signed(signedData({ certificates: 0, signers: 1 })))).toEqual(["signing-certificate"]);
    expect(broken(signed(signedData({ certificates: 2, signers: 2 })))).toEqual(["signature-single-signer"]);
    expect(broken(signed(signedData({ certificates: 1, signers: 0 })))).toEqual(["signature-single-signer"]);
    expect(broken(signed(signedData({ certificates: 3, signers: 1, isIndefinite: true })))).toEqual([]);
  });

  test("are PKCS#7 objects", () => {
    expect(broken(signed(Buffer.from("no signature")))).toEqual(["signing-certificate"]);
    expect(broken(signed(ONE_SIGNER.subarray(0, 30)))).toEqual(["signing-certificate"]);
  });

  test("are tested in parts 2 and 3", () => {
    const nothing = signed(new Uint8Array(1));
    expect(broken(nothing, "1b")).toEqual([]);
    expect(broken(nothing, "4")).toEqual([]);
  });
});
