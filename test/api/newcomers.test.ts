import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyPages } from "./documents.ts";
import { withoutChromium } from "./html-to-pdf.ts";
import { CHAPTERS, type WrongRequest } from "./newcomers/requests.ts";
import { commonService } from "./service.ts";

/*
 * What people get to read who make a mistake. Each message is checked for what it has to name, and all of them are
 * docs/errors.md, which is read and judged as a page; it is written by `vitest run test/api/newcomers.test.ts -u`.
 */

const service = commonService();
const run = promisify(execFile);
const FIXTURES = join(import.meta.dirname, "../fixtures");

let directory = "";

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "quire-newcomers-"));
  const fixtures = { "letter.pdf": "corner-marks.pdf", "locked.pdf": "locked-aes-256.pdf" };
  for (const [name, fixture] of Object.entries(fixtures)) {
    await copyFile(join(FIXTURES, fixture), join(directory, name));
  }
  await writeFile(join(directory, "report.pdf"), emptyPages(4));
  const others = {
    "notes.docx": "PK\x03\x04\x14\x00\x06\x00 [Content_Types].xml",
    "photo.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "error.pdf": "<!DOCTYPE html><html><body>404 Not Found</body></html>",
    "empty.pdf": "",
    "base64.pdf": emptyPages(1).toString("base64"),
    "pointer.pdf": "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
    "compressed.gz": gzipSync('{"text": "Hello"}').toString("latin1"),
    "photo.heic": "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic",
    "cut.pdf": emptyPages(1).subarray(0, 60).toString("latin1"),
  };
  for (const [name, content] of Object.entries(others)) {
    await writeFile(join(directory, name), content, "latin1");
  }
});

afterAll(() => rm(directory, { recursive: true, force: true }));

interface Answered {
  readonly status: number;
  readonly code: string;
  /** The texts that a person reads, one for each fault. */
  readonly messages: readonly string[];
}

/** Types a request into a shell, as a newcomer would. */
async function ask({ curl, withoutKey }: WrongRequest): Promise<Answered> {
  const { baseUrl, key } = service();
  const auth = withoutKey === true ? "" : '-H "X-API-Key: $KEY"';
  const [headers, answer] = ["headers", "answer"].map((name) => join(directory, `${name}-${randomUUID()}`));
  const { stdout } = await run(
    "bash",
    // bash takes a standard input that is a socket for a remote shell, and would read the user's ~/.bashrc.
    ["--norc", "-c", `curl -sS -D ${headers} -o ${answer} -w '%{http_code}' ${auth} ${curl}`],
    {
      cwd: directory,
      env: { PATH: process.env["PATH"], QUIRE: baseUrl, API: `${baseUrl}/api/v1`, KEY: key },
    },
  );
  if (stdout === "200") {
    const warnings = /^x-warnings: (.*?)\r?$/im.exec(await readFile(String(headers), "utf8"))?.[1] ?? "";
    return { status: 200, code: warnings === "" ? "" : "warns", messages: [`X-Warnings: ${warnings}`] };
  }
  const { code, detail } = JSON.parse(await readFile(String(answer), "utf8")) as {
    code: string;
    detail: string | readonly { readonly msg: string }[];
  };
  return {
    status: Number(stdout),
    code,
    messages: typeof detail === "string" ? [detail] : detail.map(({ msg }) => msg),
  };
}

const AT_ONCE = 4;

/** Maps values in their order, a few at the same time. */
async function mapInTurns<Value, Result>(
  values: readonly Value[],
  map: (value: Value) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let first = 0; first < values.length; first += AT_ONCE) {
    results.push(...(await Promise.all(values.slice(first, first + AT_ONCE).map(map))));
  }
  return results;
}

/** A sign of a regular expression, which people cannot be expected to read. */
const PATTERN = /\[\^|\\[dwsx]|\(\?[:=!]|\{\d+,\d*\}|[\])][*+?]/;

test.skipIf(withoutChromium)(
  "the mistakes of newcomers are answered with what is wrong, what is allowed and what to do",
  { timeout: 240_000 },
  async () => {
    const page: string[] = [INTRODUCTION];
    const lacking: string[] = [];
    for (const { title, requests } of CHAPTERS) {
      page.push(`## ${title}\n`);
      const answers = await mapInTurns(requests, ask);
      for (const [index, request] of requests.entries()) {
        const { status, code, messages } = answers[index] ?? { status: 0, code: "", messages: [] };
        const text = messages.join("\n");
        const missing = request.names.filter((name) => !text.includes(name));
        if (`${status} ${code}` !== request.answer || missing.length > 0 || PATTERN.test(text)) {
          lacking.push(`${request.mistake}: ${status} ${code}: ${text}\n    lacks ${JSON.stringify(missing)}`);
        }
        page.push(entry(request, { status, code, messages }));
      }
    }
    expect(lacking.join("\n")).toBe("");
    expect(CHAPTERS.flatMap(({ requests }) => requests).length).toBeGreaterThanOrEqual(100);
    await expect(page.join("\n")).toMatchFileSnapshot("../../docs/errors.md");
  },
);

const INTRODUCTION = `# What the service says to wrong requests

Common mistakes, and the answer to each: the message of \`detail\`, or the header \`X-Warnings\` where the request succeeds. \`$QUIRE\`
is the address of the service, \`$API\` is \`$QUIRE/api/v1\`; the key is sent as \`-H "X-API-Key: $KEY"\` except in the first chapter.
This page is written by \`test/api/newcomers.test.ts\`.
`;

const entry = ({ mistake, curl }: WrongRequest, { status, code, messages }: Answered): string =>
  [
    `**${mistake}**`,
    "",
    "```text",
    `curl ${curl}`,
    "```",
    "",
    `${code === "warns" ? "200" : `${status} \`${code}\``}:`,
    "",
    ...messages.map((message) => `> ${message}`),
    "",
  ].join("\n");
