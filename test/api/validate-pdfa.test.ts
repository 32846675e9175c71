import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildPdf } from "../../packages/pdfa/src/testing/pdf-builder.ts";
import { taggedPdf } from "../../packages/pdfa/src/testing/tagged-pdf.ts";
import {
  conformingPdf,
  nestedPdf,
  unembeddedFontPdf,
} from "../../src/engines/conformance/documents/conforming-documents.ts";
import { PDFA_FLAVOURS } from "../../src/engines/pdfa/port.ts";
import { chargedBy, moneyOf, newClient } from "./accounts.ts";
import { type Fields, type File, upload, VALIDATE_PDFA } from "./client.ts";
import { emptyPages, letterPages } from "./documents.ts";
import { resultOf, submitted, untilFinal } from "./jobs.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, json, type Reply } from "./reply.ts";
import { commonService, withService } from "./service.ts";

/*
 * Contract, section 7: POST /api/v1/pdf/validate-pdfa. The rules themselves are tested in packages/pdfa and test/pdfa.
 */

const service = commonService({ keepsResults: true });

interface Answer {
  readonly is_compliant: boolean;
  readonly claimed_conformance: string | null;
  readonly issues: readonly string[];
  readonly profile_checked: string;
  readonly rules: readonly Readonly<Record<string, unknown>>[];
  readonly coverage: {
    readonly complete: boolean;
    readonly rules: number;
    readonly tests: number;
    readonly groups: readonly { readonly name: string; readonly rules: number; readonly tests: number }[];
    readonly unchecked: readonly { readonly reason: string }[];
  };
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly accessibility?: {
    readonly profile: string;
    readonly is_compliant: boolean;
    readonly claimed: string | null;
    readonly rules: readonly Readonly<Record<string, unknown>>[];
    readonly unchecked: readonly unknown[];
    readonly human_checks: readonly { readonly subject: string; readonly count: number }[];
  };
}

const send = (file: File | Uint8Array, fields: Fields = {}): Promise<Reply> =>
  upload(service(), { path: VALIDATE_PDFA, file: "content" in file ? file : Buffer.from(file), fields });

const check = async (file: File | Uint8Array, fields: Fields = {}): Promise<Answer> =>
  json(expectOk(await send(file, fields))) as Answer;

/** Returns the clause and the test number of each issue. */
const named = ({ issues }: Answer): string[] => issues.map((issue) => issue.slice(0, issue.indexOf("]") + 1));

test("a document that conforms: every member of the answer", async () => {
  const reply = await send({ content: Buffer.from(conformingPdf()), filename: "Vertrag Größe.pdf" });
  expect(expectOk(reply).headers["content-type"]).toMatch(/^application\/json/);
  expect(reply.headers["content-disposition"]).toBeUndefined();
  const answer = json(reply) as Answer;
  expect(answer).toEqual({
    is_compliant: true,
    claimed_conformance: "PDF/A-2b",
    issues: [],
    profile_checked: "2b",
    rules: [],
    coverage: {
      complete: true,
      rules: expect.any(Number),
      tests: expect.any(Number),
      groups: expect.any(Array),
      unchecked: [],
    },
    metadata: { page_count: 1, pdf_version: "1.7", encrypted: false, filename: "Vertrag Größe.pdf" },
  });
  const { groups, rules, tests } = answer.coverage;
  expect(rules).toBeGreaterThan(100);
  expect(tests).toBeGreaterThan(20);
  expect(groups.reduce((sum, group) => sum + group.rules, 0)).toBe(rules);
  expect(groups.reduce((sum, group) => sum + group.tests, 0)).toBe(tests);
  expect(groups.map(({ name }) => name)).toEqual(expect.arrayContaining(["fonts", "xmp", "annotations"]));
});

test("one that does not: what is wrong, for people and for programs", async () => {
  const answer = await check(unembeddedFontPdf());
  expect([answer.is_compliant, answer.claimed_conformance, answer.coverage.complete]).toEqual([
    false,
    "PDF/A-2b",
    true,
  ]);
  expect(answer.issues).toEqual([
    expect.stringMatching(/^\[6\.2\.11\.4\.1-1\] .+ \(1 occurrence, on page 1: Helvetica.*\)$/),
  ]);
  const sentence = expect.stringMatching(/^[A-Z].{10,}/);
  expect(answer.rules).toEqual([
    {
      clause: "6.2.11.4.1",
      test: 1,
      message: sentence,
      requirement: sentence,
      hint: sentence,
      count: 1,
      pages: [1],
      occurrences: [{ page: 1, object: 10, at: "Helvetica", values: expect.stringContaining("Helvetica") }],
    },
  ]);
});

test.each([
  ["1b", "PDF/A-1b", "1.4"],
  ["2u", "PDF/A-2u", "1.7"],
  ["3b", "PDF/A-3b", "1.7"],
  ["4", "PDF/A-4", "2.0"],
] as const)("a document is checked as what it claims: %s", async (flavour, claimed, version) => {
  const answer = await check(conformingPdf({ flavour }));
  expect(answer).toMatchObject({
    is_compliant: true,
    claimed_conformance: claimed,
    profile_checked: flavour,
    metadata: { pdf_version: version },
  });
});

test.each(PDFA_FLAVOURS)("profile %s is checked whatever is claimed", async (profile) => {
  const answer = await check(conformingPdf(), { profile });
  expect([answer.profile_checked, answer.claimed_conformance]).toEqual([profile, "PDF/A-2b"]);
  expect(answer.is_compliant).toBe(profile === "2b");
});

test("a profile is taken in any case; an empty one is none; another is not taken", async () => {
  expect((await check(conformingPdf(), { profile: "3B" })).profile_checked).toBe("3b");
  expect((await check(conformingPdf({ flavour: "1b" }), { profile: "" })).profile_checked).toBe("1b");
  expectFault(await send(conformingPdf(), { profile: "5a" }), { loc: ["body", "profile"] });
});

test("accessibility is checked where it is asked for, beside PDF/A", async () => {
  const tagged = taggedPdf("ua1", { tree: "Document(H1 Figure{/Alt (A cat)})" });
  const answer = await check(tagged, { accessibility: "UA1", profile: "2b" });
  expect(answer.profile_checked).toBe("2b");
  expect(answer.accessibility).toMatchObject({
    profile: "ua1",
    is_compliant: true,
    claimed: "PDF/UA-1",
    rules: [],
    unchecked: [],
  });
  expect(answer.accessibility?.human_checks).toContainEqual({
    subject: "alternative-texts",
    question: expect.stringMatching(/\?$/),
    count: 1,
    occurrences: [{ page: null, object: 102, at: "StructElem Figure", values: "A cat" }],
  });
  expect((await check(tagged)).accessibility).toBeUndefined();
});

test("what keeps a document from being accessible: clause, hint, and where", async () => {
  const { accessibility } = await check(taggedPdf("ua2", { tree: "Document(P(P) Figure)" }), { accessibility: "ua2" });
  expect(accessibility).toMatchObject({ profile: "ua2", is_compliant: false, claimed: "PDF/UA-2" });
  expect(accessibility?.rules.map(({ clause, test: number }) => `${String(clause)}-${String(number)}`)).toEqual([
    "8.2.5.28.2-1",
    "Table 5. P-P-1",
  ]);
  expect(accessibility?.rules[0]).toMatchObject({
    hint: expect.stringMatching(/Alt/),
    occurrences: [{ page: null, object: 103, at: "StructElem Figure" }],
  });
  const untagged = await check(conformingPdf(), { accessibility: "wt1r" });
  expect(untagged.is_compliant).toBe(true);
  expect(untagged.accessibility).toMatchObject({ is_compliant: false, claimed: null });
  expectFault(await send(conformingPdf(), { accessibility: "ua3" }), { loc: ["body", "accessibility"] });
});

test("the catalog's version is reported where it is the higher one", async () => {
  const { metadata } = await check(conformingPdf({ version: "1.4", catalog: "/Version /1.6" }));
  expect(metadata["pdf_version"]).toBe("1.6");
  const older = await check(conformingPdf({ version: "1.7", catalog: "/Version /1.5" }));
  expect(older.metadata["pdf_version"]).toBe("1.7");
});

test.each([
  { what: "no XMP", pdf: conformingPdf({ xmp: null }) },
  { what: "XMP that is not well-formed", pdf: conformingPdf({ xmp: "<x:xmpmeta" }) },
  { what: "an ordinary document", pdf: emptyPages(1) },
])("$what: that nothing is claimed is the first issue, once", async ({ pdf }) => {
  const answer = await check(pdf);
  expect([answer.is_compliant, answer.claimed_conformance, answer.profile_checked]).toEqual([false, null, "2b"]);
  expect(answer.issues[0]).toBe("[6.6.4-1] The document does not say that it is PDF/A; it was checked as PDF/A-2b");
  expect(named(answer).filter((name) => name === "[6.6.4-1]")).toHaveLength(1);
});

test("issues are ordered by clause", async () => {
  const clauses = named(await check(fixture("features.pdf"))).slice(1);
  expect(clauses.length).toBeGreaterThan(3);
  expect(clauses).toEqual(clauses.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true })));
});

test("what only an owner password protects is checked, and never conforms", async () => {
  const answer = await check(fixture("encrypted-owner-only.pdf"));
  expect([answer.is_compliant, answer.metadata["encrypted"]]).toEqual([false, true]);
  expect(named(answer)).toContain("[6.1.3-2]");
});

test("what needs a password is not checked without it", async () => {
  expectFailure(await send(fixture("encrypted-aes-128.pdf")), 400, "pdf_encrypted");
  expectFailure(await send(fixture("encrypted-aes-128.pdf"), { password: "no" }), 400, "wrong_password");
  const answer = await check(fixture("encrypted-aes-128.pdf"), { password: "user" });
  expect([answer.is_compliant, answer.metadata["encrypted"]]).toEqual([false, true]);
});

test.each([
  ["a startxref that leads nowhere", (text: string) => text.replace(/startxref\n\d+/, "startxref\n7")],
  ["no cross-reference at all", (text: string) => text.replace(/xref\n0[\s\S]*/, "")],
  ["an end that is missing", (text: string) => text.slice(0, -20)],
])("a broken document whose pages are found does not conform: %s", async (_, damage) => {
  const broken = Buffer.from(damage(Buffer.from(conformingPdf()).toString("latin1")), "latin1");
  const answer = await check(broken);
  expect([answer.is_compliant, answer.metadata["page_count"]]).toEqual([false, 1]);
  expect(answer.issues.length).toBeGreaterThan(0);
});

test.each([
  ["no PDF", Buffer.from("Dear Sir or Madam"), "unsupported_file_type"],
  ["nothing", Buffer.alloc(0), "empty_file"],
  ["no pages", Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"), "invalid_pdf"],
])("%s is refused", async (_, file, code) => {
  expectFailure(await send(file), 400, code);
});

const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join("");
const inflating = deflateSync(Buffer.alloc(300_000_000, " "));
const nested = `${"<a>".repeat(200_000)}${"</a>".repeat(200_000)}`;

test.each([
  ["entities of entities", conformingPdf({ xmp: `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]><x>&e12;</x>` })],
  ["elements in elements", conformingPdf({ xmp: nested })],
  [
    "300 MB of blanks in 300 KB",
    buildPdf({ 4: { dict: "/Type /Metadata /Subtype /XML /Filter /FlateDecode", stream: inflating } }),
  ],
])("metadata that would take all memory does not: %s", async (_, pdf) => {
  const answer = await check(pdf);
  expect([answer.is_compliant, answer.claimed_conformance]).toEqual([false, null]);
  expect(named(answer)).toContain("[6.6.2.1-4]");
  expect((await check(conformingPdf())).is_compliant).toBe(true);
});

test("files in files in files are checked, so far", async () => {
  expect((await check(nestedPdf(3))).is_compliant).toBe(true);
  expect(named(await check(nestedPdf(3, unembeddedFontPdf())))).toEqual(["[6.8-5]"]);
  const deep = await check(nestedPdf(20));
  expect([deep.is_compliant, deep.coverage.complete]).toEqual([false, false]);
  expect(deep.coverage.unchecked[0]?.reason).toMatch(/\S/);
  expect(deep.issues).toEqual([
    expect.stringContaining(`Not everything could be checked: ${deep.coverage.unchecked[0]?.reason}`),
  ]);
});

test("when time is up, what was found is reported, and that it is not all", async () => {
  const content = deflateSync(Buffer.from("0.5 g 1 w 0 0 m 10 10 l S q Q ".repeat(2_500_000)));
  const slow = buildPdf({ 5: { dict: "/Filter /FlateDecode", stream: content } }, { id: null });
  await withService({ QUIRE_ENGINE_TIMEOUT_MS: "2000" }, async (hurried) => {
    const reply = await upload(hurried, { path: VALIDATE_PDFA, file: Buffer.from(slow) });
    const answer = json(expectOk(reply)) as Answer;
    expect([answer.is_compliant, answer.coverage.complete]).toEqual([false, false]);
    expect(named(answer)[0]).toBe("[6.1.3-1]");
    expect(answer.issues.at(-1)).toBe(`Not everything could be checked: ${answer.coverage.unchecked.at(-1)?.reason}`);
  });
});

test("a job gives the same answer", async () => {
  const file = Buffer.from(unembeddedFontPdf());
  const id = await submitted(service(), { path: VALIDATE_PDFA, file, fields: {} });
  expect(await untilFinal(service(), id)).toMatchObject({ status: "complete", operation: "validate-pdfa" });
  const reply = expectOk(await resultOf(service(), id));
  expect(reply.headers["content-type"]).toMatch(/^application\/json/);
  expect(json(reply)).toEqual(await check(file));
});

test("an answer costs a credit, whatever it says; a failure nothing", async () => {
  const { key, accountId } = await newClient(service(), 10);
  const sent = (file: Uint8Array) => upload(service(), { path: VALIDATE_PDFA, file: Buffer.from(file), key });
  expect(chargedBy(expectOk(await sent(conformingPdf())))).toBe(1);
  expect(chargedBy(expectOk(await sent(unembeddedFontPdf())))).toBe(1);
  expectFailure(await sent(fixture("encrypted-aes-128.pdf")), 400, "pdf_encrypted");
  expect(await moneyOf(service(), accountId)).toEqual([8, 0, 8]);
});

test("many pages are one answer", async () => {
  const answer = await check(letterPages(300));
  expect(answer.metadata["page_count"]).toBe(300);
  const [grey] = answer.rules.filter(({ clause, test: number }) => clause === "6.2.4.3" && number === 4);
  expect(grey).toMatchObject({ pages: Array.from({ length: 100 }, (_, index) => index + 1) });
  expect(grey?.["occurrences"]).toHaveLength(10);
  expect(grey?.["count"]).toBeGreaterThanOrEqual(300);
});
