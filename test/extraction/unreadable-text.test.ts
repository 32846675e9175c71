import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call } from "../api/accounts.ts";
import { PDF_TO_HTML, PDF_TO_MARKDOWN, PDF_TO_TEXT, upload } from "../api/client.ts";
import { type JobObject, resultOf, untilFinal } from "../api/jobs.ts";
import { run } from "../api/programs.ts";
import { expectOk, json, warnings } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { chosen } from "../running/sampling.ts";

/* Pages whose fonts do not say which characters their glyphs stand for: they can be seen and not be copied. */

const TEXT = "The harbour master counted about seventeen grey boats before breakfast on Monday.";

describe("text without Unicode values", () => {
  const service = commonService({ keepsResults: true });
  const directory = mkdtempSync(join(tmpdir(), "quire-unreadable-"));
  let unreadable: Buffer;

  beforeAll(async () => {
    const printed = expectOk(await call(service(), "POST", "/api/v1/convert/text-to-pdf", { value: { text: TEXT } }));
    const [from, to] = [join(directory, "printed.pdf"), join(directory, "plain.pdf")];
    writeFileSync(from, printed.body);
    const { status, stderr } = await run("qpdf", ["--qdf", "--object-streams=disable", from, to]);
    if (status !== 0) {
      throw new Error(stderr);
    }
    // Keys and names of tables of the same length that mean nothing: neither the document nor the font tells the letters.
    const plain = readFileSync(to).toString("latin1");
    unreadable = Buffer.from(
      plain.replaceAll("/ToUnicode", "/ToNothing").replaceAll("cmap", "none").replaceAll("post", "none"),
      "latin1",
    );
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const PATHS = [
    [PDF_TO_TEXT, "text"],
    [PDF_TO_HTML, "html"],
    [PDF_TO_MARKDOWN, "markdown"],
  ] as const;

  test.each(chosen(PATHS, [2]))("%s reads the page by OCR, though it is no image", async (path, member) => {
    const reply = expectOk(await upload(service(), { path, file: unreadable }));
    const answer = json(reply) as Record<string, unknown>;
    expect(answer["ocr_pages"]).toEqual([1]);
    expect(String(answer[member]).replaceAll(/\s+/g, " ")).toContain("seventeen grey boats");
    expect([String(answer[member]).includes("\ufffd"), warnings(reply)]).toEqual([false, []]);
  });

  test.each(PATHS)("%s without OCR says which page cannot be read", async (path, member) => {
    const reply = expectOk(await upload(service(), { path, file: unreadable, fields: { ocr: "never" } }));
    const answer = json(reply) as Record<string, unknown>;
    expect([answer["ocr_pages"], String(answer[member]).includes("\ufffd")]).toEqual([[], true]);
    expect(warnings(reply)).toEqual(["unreadable_text;page=1"]);
  });

  test("a job says so as well", async () => {
    const path = `${PDF_TO_TEXT}?async=true`;
    const accepted = json(await upload(service(), { path, file: unreadable, fields: { ocr: "never" } })) as JobObject;
    const job = await untilFinal(service(), accepted.job_id);
    expect(job).toMatchObject({ status: "complete", warnings: [expect.stringContaining("unreadable_text")] });
    expect(warnings(expectOk(await resultOf(service(), accepted.job_id)))).toEqual(["unreadable_text;page=1"]);
  });
});
