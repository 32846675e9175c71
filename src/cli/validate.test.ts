import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { taggedPdf } from "../../packages/pdfa/src/testing/tagged-pdf.ts";
import { IS_FULL } from "../../test/running/sampling.ts";
import { conformingPdf, unembeddedFontPdf } from "../engines/conformance/documents/conforming-documents.ts";
import { commandLine } from "./testing/run-quire.ts";
import { exitCodeOf, reportText } from "./validation-report.ts";

let cli: ReturnType<typeof commandLine>;
let directory: string;
let good: string;
let bad: string;
beforeEach(() => {
  cli = commandLine();
  directory = mkdtempSync(join(tmpdir(), "quire-validated-"));
  good = written("good.pdf", conformingPdf());
  bad = written("bad.pdf", unembeddedFontPdf());
});
afterEach(() => {
  cli.remove();
  rmSync(directory, { recursive: true });
});

function written(name: string, bytes: string | Uint8Array): string {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
}

test("files that conform: 0; a line each", () => {
  const { status, stdout, stderr } = cli.quire("validate", good, good);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(`✓ ${good}: conforms to PDF/A-2b\n\n✓ ${good}: conforms to PDF/A-2b\n\n2 files: 2 conform\n`);
});

test.runIf(IS_FULL)("files are validated without namespaces, too", () => {
  cli.remove();
  cli = commandLine({ QUIRE_SANDBOX: process.geteuid?.() === 0 ? "other-uid" : "plain" });
  const { status, stdout } = cli.quire("validate", good);
  expect([status, stdout]).toEqual([0, `✓ ${good}: conforms to PDF/A-2b\n`]);
});

test("one that does not: 1; its issues, and what to do about them", () => {
  const { status, stdout } = cli.quire("validate", good, bad);
  expect(status).toBe(1);
  const [conforms, fails, count] = stdout.trimEnd().split("\n\n");
  expect(count).toBe("2 files: 1 conforms, 1 does not");
  expect(conforms).toBe(`✓ ${good}: conforms to PDF/A-2b`);
  const lines = (fails ?? "").split("\n");
  expect(lines[0]).toBe(`✗ ${bad}: does not conform to PDF/A-2b`);
  expect(lines[1]).toMatch(/^ {2}\[6\.2\.11\.4\.1-1\] .+ \(1 occurrence, on page 1: Helvetica/);
  expect(lines[2]).toMatch(/^ {6}[A-Z].+\.$/);
});

const locked = join(import.meta.dirname, "../../test/fixtures/encrypted-aes-128.pdf");

test.runIf(IS_FULL)("files that cannot be opened: 2; the others are reported all the same", () => {
  const empty = join(directory, "empty");
  mkdirSync(empty);
  const { status, stdout } = cli.quire("validate", join(directory, "none.pdf"), empty, locked, good);
  expect(status).toBe(2);
  const texts = stdout.trimEnd().split("\n\n");
  expect(texts[0]).toBe(`✗ ${join(directory, "none.pdf")}: could not be checked. There is no such file.`);
  expect(texts[1]).toBe(`✗ ${empty}: could not be checked. The folder has no files whose names end with .pdf.`);
  expect(texts[2]).toMatch(/could not be checked\. .*password/);
  expect(texts[3]).toContain("conforms to PDF/A-2b");
  expect(texts[4]).toBe("4 files: 1 conforms, 3 could not be checked");
});

test("--accessibility checks for that alone, and asks what a person has to judge", () => {
  const tagged = written("tagged.pdf", taggedPdf("ua1", { tree: "Document(H1)" }));
  const { status, stdout } = cli.quire("validate", "--accessibility=ua1", tagged);
  expect(status).toBe(0);
  const [verdict, , ...questions] = stdout.trimEnd().split("\n");
  expect(verdict).toBe(`✓ ${tagged}: nothing that a program can find keeps it from conforming to PDF/UA-1`);
  expect(questions).toContain("  ? Is each heading tagged as one, at the level that it has in the text? (1)");
  const untagged = cli.quire("validate", "--accessibility=ua1", "--profile=2b", good);
  expect(untagged.status).toBe(1);
  expect(untagged.stdout).toContain(`✓ ${good}: conforms to PDF/A-2b`);
  expect(untagged.stdout).toContain(`✗ ${good}: does not conform to PDF/UA-1, and does not claim to`);
  expect(untagged.stdout).toContain("  [6.2-1] The document is not marked as tagged (1 occurrence");
});

test("--json gives the answers of the API, --profile chooses what is checked", () => {
  const { status, stdout } = cli.quire("validate", "--json", "--profile=3B", good, join(directory, "none.pdf"));
  expect(status).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject([
    {
      file: good,
      is_compliant: false,
      claimed_conformance: "PDF/A-2b",
      profile_checked: "3b",
      rules: [{ clause: "6.6.4" }],
      metadata: { page_count: 1, filename: "good.pdf" },
    },
    { file: join(directory, "none.pdf"), error: { code: "ENOENT", detail: "There is no such file." } },
  ]);
});

test.runIf(IS_FULL)("folders are searched, and others than *.pdf left out", () => {
  mkdirSync(join(directory, "below", "deeper"), { recursive: true });
  const deep = written(join("below", "deeper", "DEEP.PDF"), conformingPdf());
  written(join("below", "notes.txt"), "no document");
  const { status, stdout } = cli.quire("validate", "--json", directory);
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject([
    { file: bad, is_compliant: false },
    { file: deep, is_compliant: true },
    { file: good, is_compliant: true, metadata: { filename: "good.pdf" } },
  ]);
});

test.runIf(IS_FULL)("in a folder, pipes are left out, and what cannot be read hides nothing else", () => {
  const folder = join(directory, "odd");
  mkdirSync(join(folder, "closed.pdf"), { recursive: true });
  const pipe = spawnSync("mkfifo", [join(folder, "pipe.pdf")]);
  expect(pipe.status).toBe(0);
  symlinkSync("loop.pdf", join(folder, "loop.pdf"));
  const kept = written(join("odd", "kept.pdf"), conformingPdf());
  const { status, stdout } = cli.quire("validate", "--json", folder);
  expect(status).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject([
    { file: kept, is_compliant: true },
    { file: join(folder, "loop.pdf"), error: { code: "ELOOP", detail: "It is a link that leads to itself." } },
  ]);
});

test.runIf(IS_FULL)("- is standard input, which can be read once", () => {
  const document = conformingPdf();
  const { status, stdout } = cli.quireWith(Buffer.from(document), "validate", "-");
  expect([status, stdout]).toEqual([0, "✓ standard input: conforms to PDF/A-2b\n"]);
  const nothing = cli.quireWith("", "validate", "--json", "-");
  expect(nothing.status).toBe(2);
  expect(JSON.parse(nothing.stdout)).toMatchObject([{ file: "-", error: { code: "invalid_pdf" } }]);
});

test.runIf(IS_FULL)("a password opens those that have one, and is no reason to refuse others", () => {
  const passwordFile = written("password", "user\n");
  const { status, stdout } = cli.quire("validate", `--password-file=${passwordFile}`, locked, good);
  expect(status).toBe(1);
  expect(stdout).toContain("[6.1.3-2] ");
  expect(stdout).toContain(`✓ ${good}: conforms to PDF/A-2b`);
});

/** Returns what an XPath expression is in an XML document, by libxml2. */
const inXml = (file: string, expression: string): string =>
  spawnSync("xmllint", ["--nonet", "--xpath", `string(${expression})`, file], { encoding: "utf8" }).stdout.trimEnd();

test("--junit writes a case for each file and standard, beside the text", () => {
  const odd = written("odd <&'\"\u0001\uD800.pdf", unembeddedFontPdf());
  const report = join(directory, "report.xml");
  const none = join(directory, "none.pdf");
  const flags = ["--profile=2b", "--accessibility=ua1", `--junit=${report}`];
  const { status, stdout } = cli.quire("validate", ...flags, good, odd, none);
  expect(status).toBe(2);
  expect(stdout).toContain(`✓ ${good}: conforms to PDF/A-2b\n`);
  expect(["tests", "failures", "errors"].map((count) => inXml(report, `/testsuites/testsuite/@${count}`))).toEqual([
    "5",
    "3",
    "1",
  ]);
  expect(inXml(report, `count(//testcase[@name='${good}' and @classname='PDF/A-2b' and not(*)])`)).toBe("1");
  expect(inXml(report, "//testcase[3]/@name")).toBe(join(directory, "odd <&'\"\u{FFFD}\u{FFFD}.pdf"));
  expect(inXml(report, "//testcase[3]/failure/@message")).toBe("does not conform to PDF/A-2b (1 issue)");
  expect(inXml(report, "//testcase[3]/failure")).toContain("[6.2.11.4.1-1] The program of a font is not embedded");
  expect(inXml(report, `//testcase[@name='${none}']/error/@message`)).toBe("There is no such file.");
});

test.runIf(IS_FULL)("--junit - writes nothing else to standard output", () => {
  const { status, stdout } = cli.quire("validate", "--junit=-", good);
  expect(status).toBe(0);
  const report = written("report.xml", stdout);
  expect(inXml(report, "/testsuites/@tests")).toBe("1");
});

test.runIf(IS_FULL)("--junit with a place that cannot be written to: 2", () => {
  const { status, stderr } = cli.quire("validate", `--junit=${join(directory, "none", "report.xml")}`, good);
  expect([status, stderr]).toEqual([2, expect.stringContaining("report.xml' cannot be written: ENOENT.")]);
});

test.each([
  [[], "Missing required argument 'PATH'."],
  [["--profile", "5", "x.pdf"], "--profile should be one of 1a, 1b,"],
  [["--accessibility", "ua3", "x.pdf"], "--accessibility should be one of ua1, ua2,"],
  [["--password-file", "/none/password", "x.pdf"], "--password-file '/none/password': There is no such file."],
  [["-", "-"], "Standard input can be read only once: give one '-'."],
  [["--json", "--junit", "-", "x.pdf"], "give --junit a file."],
  [["--verbose", "x.pdf"], "'--verbose'"],
])("validate %j is not understood", (args, message) => {
  const { status, stderr } = cli.quire("validate", ...args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("Usage:");
});

const answer = {
  is_compliant: false,
  claimed_conformance: null,
  issues: [],
  profile_checked: "2b",
  rules: [],
  coverage: { complete: true, rules: 1, tests: 1, groups: [], unchecked: [] },
  metadata: { page_count: 1, pdf_version: "1.7", encrypted: false, filename: "a.pdf" },
};

test.each([
  [{ ...answer, is_compliant: true }, "✓ a.pdf: conforms to PDF/A-2b"],
  [answer, "✗ a.pdf: does not conform to PDF/A-2b, and does not claim to"],
  [{ ...answer, claimed_conformance: "PDF/A-4" }, "✗ a.pdf: does not conform to PDF/A-2b, and claims PDF/A-4"],
  [{ error: { code: "ENOENT", detail: "No." } }, "✗ a.pdf: could not be checked. No."],
])("a verdict is one line: %#", (validated, line) => {
  expect(reportText({ file: "a.pdf", ...validated })).toBe(line);
});

test("rules of one number have their own hints", () => {
  const rule = { clause: "6.1", test: 1, requirement: "r", count: 1, pages: [], occurrences: [] };
  const rules = [
    { ...rule, message: "One", hint: "Do this." },
    { ...rule, message: "Two", hint: "Do that." },
  ];
  const issues = [
    "[6.1-1] The document does not say that it is PDF/A",
    "[6.1-1] Two (1 occurrence)",
    "[6.1-1] One (1 occurrence)",
    "[6.1-1] Three",
    "Not everything could be checked",
  ];
  expect(
    reportText({ file: "a.pdf", ...answer, issues, rules })
      .split("\n")
      .slice(1),
  ).toEqual([
    "  [6.1-1] The document does not say that it is PDF/A",
    expect.stringContaining("      Save it as PDF/A where it comes from"),
    "  [6.1-1] Two (1 occurrence)",
    "      Do that.",
    "  [6.1-1] One (1 occurrence)",
    "      Do this.",
    "  [6.1-1] Three",
    "      Do this.",
    "  Not everything could be checked",
  ]);
});

test("a name does not steer the terminal", () => {
  expect(reportText({ file: "a\u001b[2J.pdf", ...answer })).toMatch(/^✗ a\u{FFFD}\[2J\.pdf: /u);
});

test.each([
  [{ ...answer, is_compliant: true }, 0],
  [answer, 1],
  [{ error: { code: "ENOENT", detail: "No." } }, 2],
])("the exit code of %#", (validated, code) => {
  expect(exitCodeOf({ file: "a.pdf", ...validated })).toBe(code);
});
