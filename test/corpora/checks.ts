import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import type { CorpusFile } from "./corpus.ts";
import { InkCounter } from "./ink.ts";
import type { Answer } from "./requests.ts";

/** A violation of the contract in an answer. */
export interface Fault {
  readonly about:
    | "status"
    | "time"
    | "headers"
    | "error"
    | "image"
    | "document"
    | "merged"
    | "parts"
    | "images"
    | "marked"
    | "description"
    | "metadata"
    | "arranged"
    | "extracted";
  readonly text: string;
}

const STATUSES = [200, 400, 413, 422];
const ANSWER_WITHIN_MS = 30_000;
const HEADERS = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-credits-remaining"];
const PROGRAM_TIMEOUT_MS = 20_000;

/** Checks what every answer owes, whatever the file was. */
export function answerFaults(answer: Answer): Fault[] {
  const faults: Fault[] = [];
  if (!STATUSES.includes(answer.status)) {
    faults.push({ about: "status", text: `status ${answer.status}: ${answer.body.toString("utf8").slice(0, 300)}` });
  }
  if (answer.elapsedMs > ANSWER_WITHIN_MS) {
    faults.push({ about: "time", text: `answered after ${Math.round(answer.elapsedMs)} ms` });
  }
  for (const name of HEADERS) {
    const value = answer.headers.get(name);
    if (value === null || !/^\d+$/.test(value)) {
      faults.push({ about: "headers", text: `${name} is ${value}` });
    }
  }
  return answer.status === 200 || answer.status === 0 ? faults : [...faults, ...errorFaults(answer)];
}

function errorFaults(answer: Answer): Fault[] {
  const body = errorBody(answer);
  const wrong: string[] = [];
  const detailIsRight = answer.status === 422 ? Array.isArray(body?.detail) : typeof body?.detail === "string";
  if (!detailIsRight) {
    wrong.push("detail");
  }
  if (typeof body?.code !== "string") {
    wrong.push("code");
  }
  if (typeof body?.request_id !== "string" || body.request_id !== answer.headers.get("x-request-id")) {
    wrong.push("request_id");
  }
  return wrong.map((name) => ({ about: "error", text: `${name} of ${answer.body.toString("utf8").slice(0, 300)}` }));
}

/** Returns the members of an error's body; undefined when the body is no JSON object. */
export function errorBody(answer: Answer): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(answer.body.toString("utf8"));
    return typeof body === "object" && body !== null ? { ...body } : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes a rendered page; returns whether it shows anything, and what is wrong with it. */
export async function checkImage(answer: Answer): Promise<{ drawing?: "ink" | "blank"; faults: Fault[] }> {
  const mediaType = answer.headers.get("content-type");
  if (mediaType !== "image/png") {
    return { faults: [{ about: "image", text: `Content-Type is ${mediaType}` }] };
  }
  try {
    const pixels = await sharp(answer.body).toColourspace("srgb").ensureAlpha().raw().toBuffer();
    const ink = new InkCounter(4);
    ink.add(pixels);
    return { drawing: ink.drawing, faults: [] };
  } catch (error) {
    return { faults: [{ about: "image", text: `cannot be decoded: ${String(error)}` }] };
  }
}

/**
 * Checks with qpdf and pdfinfo that an unlocked document is whole, open and has the pages of what was sent. A document
 * that was never encrypted comes back byte for byte, damage included, so it is only compared.
 */
export async function checkUnlocked(answer: Answer, sent: CorpusFile, password: string): Promise<Fault[]> {
  const passedThrough = (answer.headers.get("x-warnings") ?? "").includes("not_encrypted");
  if (passedThrough) {
    const same = answer.body.equals(await readFile(sent.path));
    return same ? [] : [{ about: "document", text: "was not encrypted, but came back changed" }];
  }
  const directory = await mkdtemp(join(tmpdir(), "quire-unlocked-"));
  const unlocked = join(directory, "unlocked.pdf");
  try {
    await writeFile(unlocked, answer.body);
    const check = await run("qpdf", ["--check", unlocked]);
    const info = await run("pdfinfo", [unlocked]);
    const sentInfo = await run("pdfinfo", ["-upw", password, sent.path]);
    const wrong: string[] = [];
    // 3: readable, with warnings.
    if (check.exitCode !== 0 && check.exitCode !== 3) {
      wrong.push(`qpdf --check ends with ${check.exitCode}: ${check.output.slice(-300)}`);
    }
    if (field(info.output, "Encrypted") !== "no") {
      wrong.push(`pdfinfo says "Encrypted: ${field(info.output, "Encrypted")}"`);
    }
    const [pages, sentPages] = [field(info.output, "Pages"), field(sentInfo.output, "Pages")];
    if (sentPages !== undefined && pages !== sentPages) {
      wrong.push(`has ${pages} pages; the document sent has ${sentPages}`);
    }
    return wrong.map((text) => ({ about: "document", text }));
  } finally {
    await rm(directory, { recursive: true });
  }
}

function field(info: string, name: string): string | undefined {
  return new RegExp(`^${name}: +(\\S+)`, "m").exec(info)?.[1];
}

/** Runs a program to its end; a program that had to be stopped has the exit code null. */
function run(program: string, parameters: readonly string[]): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const options = { timeout: PROGRAM_TIMEOUT_MS, killSignal: "SIGKILL", maxBuffer: 64 * 1024 ** 2 } as const;
    const child = execFile(program, parameters, options, (error, stdout, stderr) => {
      if (error !== null && error.code === "ENOENT") {
        reject(error);
      } else {
        resolve({ exitCode: child.exitCode, output: stdout + stderr });
      }
    });
  });
}
