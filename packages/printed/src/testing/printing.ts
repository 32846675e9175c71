import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";

/** The paths at which distributions install the browser. */
const BROWSERS = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium-headless-shell"];
const browser = BROWSERS.find((path) => existsSync(path));

export const hasBrowser = browser !== undefined;
/** A text for the names of tests that are skipped where there is no browser to print with. */
export const withBrowser = hasBrowser ? "by a browser" : "there is no chromium-headless-shell here";

/** The language that the browser is set to write for documents that do not state their own. */
export const UNSAID = "en-US-x-unsaid";

/** Reads a document that was printed earlier; `<name>.html` is what it was printed from. */
export const fixture = (name: string): Uint8Array => readFileSync(join(import.meta.dirname, `${name}.pdf`));

export const source = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.html`), "utf8");

/** Returns what one browser prints of the documents, one after the other: tagged, with outlines. */
export async function printed(...documents: readonly string[]): Promise<Buffer[]> {
  const profile = mkdtempSync(join(tmpdir(), "printing-"));
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`];
  const more = ["--remote-debugging-pipe", `--accept-lang=${UNSAID}`, "about:blank"];
  const process = spawn(browser ?? "", [...flags, ...more], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const ended = once(process, "close");
  try {
    const [, , , commands, answers] = process.stdio;
    if (!(commands instanceof Writable) || !(answers instanceof Readable)) {
      throw new Error("The browser has no pipes.");
    }
    return await printAll(new Connection(commands, answers), documents);
  } finally {
    process.kill("SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true });
  }
}

async function printAll(connection: Connection, documents: readonly string[]): Promise<Buffer[]> {
  const { targetId } = await connection.call("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await connection.call("Target.attachToTarget", { targetId, flatten: true });
  const { frameTree } = await connection.call("Page.getFrameTree", {}, sessionId);
  const frameId = frameTree?.frame.id;
  const results: Buffer[] = [];
  for (const html of documents) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one page has one document after the other
    await connection.call("Page.setDocumentContent", { frameId, html }, sessionId);
    const options = { generateTaggedPDF: true, generateDocumentOutline: true, preferCSSPageSize: true };
    // oxlint-disable-next-line eslint/no-await-in-loop -- the same
    const { data } = await connection.call("Page.printToPDF", options, sessionId);
    results.push(Buffer.from(data ?? "", "base64"));
  }
  return results;
}

/** The parts of all answers that are used. */
interface Answer {
  readonly targetId?: string;
  readonly sessionId?: string;
  readonly frameTree?: { readonly frame: { readonly id: string } };
  /** The printed document in base64. */
  readonly data?: string;
}

/** Speaks the Chrome DevTools Protocol over pipes: each message ends with a zero byte. */
class Connection {
  readonly #commands: Writable;
  readonly #waiting = new Map<number, PromiseWithResolvers<Answer>>();
  #count = 0;

  constructor(commands: Writable, answers: Readable) {
    this.#commands = commands;
    let rest = "";
    answers.setEncoding("utf8").on("data", (piece: string) => {
      const messages = (rest + piece).split("\0");
      rest = messages.pop() ?? "";
      messages.forEach((message) => this.#take(message));
    });
  }

  call(method: string, params: object, sessionId?: string): Promise<Answer> {
    const id = ++this.#count;
    const answer = Promise.withResolvers<Answer>();
    this.#waiting.set(id, answer);
    this.#commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return answer.promise;
  }

  #take(text: string): void {
    const message = JSON.parse(text) as { id?: number; result?: Answer; error?: { message: string } };
    const answer = this.#waiting.get(message.id ?? 0);
    if (message.result === undefined) {
      answer?.reject(new Error(message.error?.message));
    } else {
      answer?.resolve(message.result);
    }
  }
}
