import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { findChromium } from "../../src/engines/chromium/browser/find-chromium.ts";

interface Message {
  readonly id: number;
  readonly result: unknown;
  readonly error?: { readonly message: string };
}

/** A call of the DevTools protocol; the caller knows what it returns. */
type Call = <Answer>(method: string, params?: object, sessionId?: string) => Promise<Answer>;

/** Chromium as it comes, with the least that printing takes: its pages are protected from nothing. */
export interface BareChromium extends AsyncDisposable {
  readonly pid: number;
  readonly call: Call;
  /** Opens a page in a separate browser context. */
  openPage(url?: string): Promise<BarePage>;
}

export interface BarePage {
  call<Answer>(method: string, params?: object): Promise<Answer>;
  readonly frameId: string;
  close(): Promise<void>;
}

/**
 * Starts Chromium.
 * @throws when there is no Chromium, or it does not start.
 */
export async function startBareChromium(path = process.env.QUIRE_TEST_CHROMIUM): Promise<BareChromium> {
  const program = findChromium(path);
  if (program === undefined) {
    throw new Error("There is no Chromium.");
  }
  const profile = await mkdtemp(join(tmpdir(), "quire-bare-"));
  const flags = [
    "--headless",
    "--no-sandbox",
    "--remote-debugging-pipe",
    "--no-first-run",
    `--user-data-dir=${profile}`,
  ];
  const child = spawn(program, flags, {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = once(child, "exit");
  const call = connectTo(child.stdio[3] as Writable, child.stdio[4] as Readable);
  await call("Browser.getVersion");
  return {
    pid: child.pid ?? 0,
    call,
    openPage: (url = "about:blank") => openPage(call, url),
    async [Symbol.asyncDispose]() {
      void call("Browser.close");
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function connectTo(toBrowser: Writable, fromBrowser: Readable): Call {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let received: Buffer[] = [];
  let lastId = 0;
  toBrowser.on("error", () => undefined);
  fromBrowser.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const message = JSON.parse(Buffer.concat([...received, chunk.subarray(start, end)]).toString("utf8")) as Message;
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === undefined) {
        caller?.resolve(message.result);
      } else {
        caller?.reject(new Error(message.error.message));
      }
      received = [];
      start = end + 1;
    }
    received.push(chunk.subarray(start));
  });
  return <Answer>(method: string, params: object = {}, sessionId?: string) => {
    const answer = Promise.withResolvers<unknown>();
    lastId += 1;
    waiting.set(lastId, answer);
    toBrowser.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    return answer.promise as Promise<Answer>;
  };
}

async function openPage(call: Call, url: string): Promise<BarePage> {
  const { browserContextId } = await call<{ browserContextId: string }>("Target.createBrowserContext", {
    disposeOnDetach: true,
  });
  const { targetId } = await call<{ targetId: string }>("Target.createTarget", { url, browserContextId });
  const { sessionId } = await call<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  const { frameTree } = await call<{ frameTree: { frame: { id: string } } }>("Page.getFrameTree", {}, sessionId);
  return {
    frameId: frameTree.frame.id,
    call: (method, params) => call(method, params, sessionId),
    close: async () => {
      await call("Target.disposeBrowserContext", { browserContextId });
    },
  };
}
