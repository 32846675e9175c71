import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_FULL, sampled } from "../running/sampling.ts";
import { emptyPages } from "./documents.ts";
import { withoutChromium } from "./html-to-pdf.ts";
import { CHAPTERS, type WrongRequest } from "./newcomers/requests.ts";
import { commonService } from "./service.ts";

/*
 * What people get to read who make a mistake. Each message is checked for what it has to name, and all of them are
 * docs/errors.md, which is read and judged as a page; it is written by
 * `QUIRE_TEST_FULL=1 vitest run test/api/newcomers.test.ts -u`. The quick run asks every third request, and looks for its
 * answer in the page.
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

/** Types requests into a shell, as a newcomer would. */
async function ask(requests: readonly WrongRequest[]): Promise<readonly Answered[]> {
  const { baseUrl, key } = service();
  const typed = requests.map(({ curl, withoutKey }) => {
    const files = join(directory, randomUUID());
    const auth = withoutKey === true ? "" : '-H "X-API-Key: $KEY"';
    const written = `-D ${files}-headers -o ${files}-answer -w '%{http_code}'`;
    return { files, command: `(curl -sS ${written} ${auth} ${curl}) > ${files}-status` };
  });
  // bash takes a standard input that is a socket for a remote shell, and would read the user's ~/.bashrc.
  await run("bash", ["--norc", "-c", typed.map(({ command }) => command).join("\n")], {
    cwd: directory,
    env: { PATH: process.env["PATH"], QUIRE: baseUrl, API: `${baseUrl}/api/v1`, KEY: key },
  });
  return Promise.all(typed.map(({ files }) => answered(files)));
}

async function answered(files: string): Promise<Answered> {
  const status = await readFile(`${files}-status`, "utf8");
  if (status === "200") {
    const warnings = /^x-warnings: (.*?)\r?$/im.exec(await readFile(`${files}-headers`, "utf8"))?.[1] ?? "";
    return { status: 200, code: warnings === "" ? "" : "warns", messages: [`X-Warnings: ${warnings}`] };
  }
  const { code, detail } = JSON.parse(await readFile(`${files}-answer`, "utf8")) as {
    code: string;
    detail: string | readonly { readonly msg: string }[];
  };
  return {
    status: Number(status),
    code,
    messages: typeof detail === "string" ? [detail] : detail.map(({ msg }) => msg),
  };
}

/** A sign of a regular expression, which people cannot be expected to read. */
const PATTERN = /\[\^|\\[dwsx]|\(\?[:=!]|\{\d+,\d*\}|[\])][*+?]/;

const page: string[] = [];

test.skipIf(withoutChromium)(
  "the mistakes of newcomers are answered with what is wrong, what is allowed and what to do",
  { timeout: 240_000 },
  async () => {
    page.push(INTRODUCTION);
    const lacking: string[] = [];
    for (const { title, requests: all } of CHAPTERS) {
      const requests = sampled(all, 3);
      page.push(`## ${title}\n`);
      const answers = await ask(requests);
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
    const written = await readFile(join(import.meta.dirname, "../../docs/errors.md"), "utf8");
    expect(IS_FULL ? [] : page.filter((part) => !written.includes(part))).toEqual([]);
  },
);

test.runIf(IS_FULL && !withoutChromium)("docs/errors.md is what has been answered", async () => {
  await expect(page.join("\n")).toMatchFileSnapshot("../../docs/errors.md");
});

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
