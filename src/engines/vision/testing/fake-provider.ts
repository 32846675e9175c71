import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { assert } from "../../../kernel/assert.ts";
import { type Answer, type Behaviour, behave } from "./misbehaviour.ts";
import { type ProviderCall, protocolOf, readCall } from "./wire-protocols.ts";

export interface FakeProviderOptions {
  /** Returns the answer to a call; if absent, it is `DEFAULT_ANSWER`, or the text in a call without a picture. */
  readonly answer?: (call: ProviderCall) => string | Answer | Promise<string | Answer>;
  /**
   * The behaviour for each call: those of a list in their order and then the good one, or that which the function
   * returns; `number` counts the calls from 1.
   */
  readonly behaves?: readonly Behaviour[] | ((call: ProviderCall, number: number) => Behaviour);
  /** The token counts that each answer states. */
  readonly tokens?: { readonly input: number; readonly output: number };
  /** Delays the answer to a call until it resolves; for tests that check how many calls are pending. */
  readonly gate?: (call: ProviderCall) => Promise<unknown>;
}

export interface FakeProvider extends AsyncDisposable {
  /** The base address in all three protocols, such as `http://127.0.0.1:40000/v1`. */
  readonly baseUrl: string;
  /** The calls in the order of their arrival. */
  readonly calls: readonly ProviderCall[];
  /** Requests that are no call of one of the protocols, such as `GET /elsewhere`, or the reason why not. */
  readonly strays: readonly string[];
  /** The number of calls that have neither been answered nor given up. */
  readonly underWay: number;
  /** The largest number of calls that were pending at the same time. */
  readonly mostAtOnce: number;
  /** Ends every connection. */
  close(): Promise<void>;
}

export const DEFAULT_ANSWER = "The quick brown fox jumps over the lazy dog.\nPack my box with five dozen liquor jugs.";

/** Starts a model provider on a port of this machine that speaks all three protocols, and misbehaves as configured. */
export async function startFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const calls: ProviderCall[] = [];
  const strays: string[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    underWay++;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    response.once("close", () => underWay--).on("error", () => undefined);
    serve(request, response).catch((error: unknown) => {
      strays.push(`${request.method} ${request.url}: ${error instanceof Error ? error.message : String(error)}`);
      if (response.headersSent) {
        response.destroy();
      } else {
        response.writeHead(400).end();
      }
    });
  });
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? "/", "http://provider").pathname;
    const protocol = request.method === "POST" ? protocolOf(path) : undefined;
    if (protocol === undefined || path.startsWith("/elsewhere")) {
      strays.push(`${request.method} ${path}`);
      response.writeHead(404).end();
      return;
    }
    const body: unknown = JSON.parse((await buffer(request)).toString());
    const call = readCall(protocol, { path, headers: request.headers, body, at: Date.now() });
    const number = calls.push(call);
    await options.gate?.(call);
    const { behaves = [] } = options;
    const behaviour = typeof behaves === "function" ? behaves(call, number) : (behaves[number - 1] ?? "good");
    behave(behaviour, { call, answer: await answerTo(call, options), tokens: options.tokens ?? TOKENS }, response);
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert(address !== null && typeof address === "object", "it listens at a port");
  const close = async (): Promise<void> => {
    if (server.listening) {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    }
  };
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    calls,
    strays,
    get underWay() {
      return underWay;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const TOKENS = { input: 1000, output: 200 };

async function answerTo(call: ProviderCall, { answer }: FakeProviderOptions): Promise<Answer> {
  const said = (await answer?.(call)) ?? defaultAnswer(call);
  return typeof said === "string" ? { text: said } : said;
}

/** Returns the text between tags for a text to be corrected, and `DEFAULT_ANSWER` otherwise. */
const defaultAnswer = ({ prompt }: ProviderCall): string =>
  /<text>\n(.*)\n<\/text>/s.exec(prompt)?.[1] ?? DEFAULT_ANSWER;
