import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { call } from "../api/accounts.ts";
import { withoutChromium } from "../api/html-to-pdf.ts";
import { json } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { Verapdf, verapdfProgram } from "../pdfa/differential/verapdf.ts";
import { DOCUMENTS } from "./documents.ts";

/*
 * What is printed, judged by veraPDF itself: documents of all operations in each flavour that they can be asked for. A
 * document that is refused has to break the clauses that the refusal names. Without veraPDF the suite is left out.
 */

const program = verapdfProgram(process.env["QUIRE_TEST_CORPORA"]);
const reason = withoutChromium || (program === undefined ? "left out: veraPDF is not at hand" : false);
if (reason !== false) {
  console.warn(`printed documents: ${reason}`);
}

/** What is asked for, the flavours that it is judged as, and the share of documents that may be refused, in percent. */
const ASKED = [
  { options: {}, flavours: ["ua1"], refused: 0 },
  { options: { pdfua: 1 }, flavours: ["ua1"], refused: 0 },
  { options: { pdfua: 2 }, flavours: ["ua2"], refused: 0 },
  // Part 1 has no transparency: emoji and images with it are refused.
  { options: { pdfa: "1b", pdfua: 1 }, flavours: ["1b", "ua1"], refused: 25 },
  { options: { pdfa: "2b", pdfua: 1 }, flavours: ["2b", "ua1"], refused: 0 },
  { options: { pdfa: "2u", pdfua: 1 }, flavours: ["2u", "ua1"], refused: 0 },
  { options: { pdfa: "2a", pdfua: 1 }, flavours: ["2a", "ua1"], refused: 0 },
  { options: { pdfa: "3b", pdfua: 1 }, flavours: ["3b", "ua1"], refused: 0 },
  { options: { pdfa: "3u", pdfua: 1 }, flavours: ["3u", "ua1"], refused: 0 },
  { options: { pdfa: "3a", pdfua: 1 }, flavours: ["3a", "ua1"], refused: 0 },
  { options: { pdfa: "4", pdfua: 2 }, flavours: ["4", "ua2"], refused: 0 },
] as const;

const folder = mkdtempSync(join(tmpdir(), "quire-printed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(reason !== false)("printed documents", () => {
  const service = commonService();

  /** Prints all documents; returns the paths of those that were, and the refusals of the others, by name. */
  async function printAll(options: object) {
    const directory = join(folder, Object.values(options).join("-") || "plain");
    mkdirSync(directory);
    const paths = new Map<string, string>();
    const refusals = new Map<string, string>();
    const codes = new Set<string>();
    for (const [index, { name, path, value }] of DOCUMENTS.entries()) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- one browser prints them
      const reply = await call(service(), "POST", path, { value: { ...value, ...options } });
      if (reply.status === 200) {
        const file = join(directory, `${index}.pdf`);
        writeFileSync(file, reply.body);
        paths.set(name, file);
      } else {
        const { code, detail } = json(reply) as { readonly code: string; readonly detail: string };
        codes.add(code);
        refusals.set(name, detail);
      }
    }
    expect([...codes].filter((code) => code !== "not_convertible")).toEqual([]);
    return { paths, refusals };
  }

  test.each(ASKED)("all keep $flavours: $options", { timeout: 600_000 }, async ({ options, flavours, refused }) => {
    expect(DOCUMENTS.length).toBe(60);
    const { paths, refusals } = await printAll(options);
    expect((100 * refusals.size) / DOCUMENTS.length, [...refusals].join("\n")).toBeLessThanOrEqual(refused);
    await using verapdf = new Verapdf(program ?? "");
    for (const flavour of flavours) {
      const files = [...paths.values()].map((path) => ({ path, flavour }));
      // oxlint-disable-next-line eslint/no-await-in-loop -- one judge after the other
      const verdicts = await verapdf.judge(files);
      const broken = [...paths.keys()].flatMap((name, index) => {
        const verdict = verdicts[index];
        return verdict?.isCompliant === true ? [] : [[name, verdict?.rules ?? "refused"]];
      });
      expect(broken).toEqual([]);
    }
  });

  test("what part 1 of PDF/A refuses breaks the clauses that the refusal names", { timeout: 600_000 }, async () => {
    const options = { pdfa: "1b" };
    const refused = [...(await printAll(options)).refusals];
    expect(refused.length).toBeGreaterThan(0);
    const { paths } = await printAll({ pdfa: "2b" });
    await using verapdf = new Verapdf(program ?? "");
    const files = refused.map(([name]) => ({ path: paths.get(name) ?? "", flavour: "1b" as const }));
    const verdicts = await verapdf.judge(files);
    refused.forEach(([name, detail], index) => {
      const named = [...detail.matchAll(/\[(\d[\d.]*-\d+)\]/g)].map(([, rule]) => rule);
      expect([name, verdicts[index]?.rules]).toEqual([name, expect.arrayContaining(named)]);
    });
  });
});
