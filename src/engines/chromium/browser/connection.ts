import type { Readable, Writable } from "node:stream";
import { MessageWriter } from "./message-writer.ts";
import type { Commands, Events, SessionId } from "./protocol.ts";

/*
 * The browser is controlled over two pipes (`--remote-debugging-pipe`), so there is no port that a page could reach.
 * Messages are JSON, each ended by a NUL; those of a page bear the id of its session ("flat" mode).
 */

/** The browser is gone, or the connection to it; every pending call is rejected with this error. */
export class ConnectionLost extends Error {}
/** The page or worker of the session is gone; every pending call of the session is rejected with this error. */
export class SessionLost extends Error {}
/** The browser did not answer in time. */
export class CallTimeout extends Error {}
/** The browser refused a command; `message` is the browser's. */
export class CommandRefused extends Error {}
/** The browser's answer is longer than the longest that is read. */
export class AnswerTooLong extends Error {}

export interface CallOptions {
  /** The longest time to wait for the answer, in milliseconds; by default that of all calls of the connection. */
  readonly timeoutMs?: number;
  /** A file whose content, in base64, is the parameter `body`. */
  readonly bodyPath?: string;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Waiting {
  readonly sessionId: SessionId | undefined;
  readonly settle: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

interface Incoming extends Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  readonly sessionId?: SessionId;
}

const NUL = 0;
/** The length limit of messages that are read: the longest that are needed are documents, or pieces of them. */
const MAX_MESSAGE_BYTES = 32 * 2 ** 20;
/** The number of bytes at the beginning of a message that show whose answer it is. */
const HEAD_BYTES = 64;

export class Connection {
  /** Resolves when the browser has closed its end. */
  readonly lost: Promise<void>;
  readonly #writer: MessageWriter;
  readonly #timeoutMs: number;
  readonly #waiting = new Map<number, Waiting>();
  readonly #sessions = new Map<SessionId, Session>();
  #lastId = 0;
  #isLost = false;

  constructor(toBrowser: Writable, fromBrowser: Readable, options: { readonly timeoutMs: number }) {
    this.#writer = new MessageWriter(toBrowser);
    this.#timeoutMs = options.timeoutMs;
    // The reading side notices the end of the browser.
    toBrowser.on("error", () => undefined);
    this.lost = this.#read(fromBrowser);
  }

  /**
   * Calls a command of the browser, or of a page by its `sessionId`, and returns its answer.
   * @throws ConnectionLost, SessionLost, CallTimeout, CommandRefused, AnswerTooLong
   */
  call<Method extends keyof Commands>(
    method: Method,
    params: Commands[Method]["parameters"],
    options: CallOptions & { readonly sessionId?: SessionId } = {},
  ): Promise<Commands[Method]["result"]> {
    const { sessionId, timeoutMs = this.#timeoutMs, bodyPath } = options;
    if (this.#isLost) {
      return Promise.reject(new ConnectionLost(`The browser has ended; ${method} was not sent.`));
    }
    if (sessionId !== undefined && !this.#sessions.has(sessionId)) {
      return Promise.reject(new SessionLost(`The page has ended; ${method} was not sent.`));
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new CallTimeout(`The browser did not answer ${method} in ${timeoutMs} ms.`));
      }, timeoutMs);
      const settle = ({ result, error }: Answer): void => {
        if (error === undefined) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the protocol says what a method returns
          resolve(result as Commands[Method]["result"]);
        } else {
          reject(new CommandRefused(error.message));
        }
      };
      this.#waiting.set(id, { sessionId, settle, reject, timer });
      this.#send(id, JSON.stringify({ id, method, sessionId, params }), bodyPath);
    });
  }

  /** Sends a command; with a file, `message` ends with its parameters, of which there are some already. */
  #send(id: number, message: string, bodyPath: string | undefined): void {
    if (bodyPath === undefined) {
      this.#writer.write(`${message}\0`);
      return;
    }
    const parts = { before: `${message.slice(0, -"}}".length)},"body":"`, path: bodyPath, after: '"}}\0' };
    this.#writer.writeWithFile(parts).catch((error: Error) => this.#take(id)?.reject(error));
  }

  /** Returns the session of that id, which the browser has announced before. */
  session(sessionId: SessionId): Session {
    const session = this.#sessions.get(sessionId) ?? new Session(this, sessionId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  /**
   * Forgets a session, and those of its frames and workers: pending calls are rejected, and events are no longer
   * delivered.
   */
  forget(sessionId: SessionId, error: Error = new SessionLost("The page has ended.")): void {
    const session = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    for (const child of session?.children ?? []) {
      this.forget(child, error);
    }
    for (const [id, waiting] of this.#waiting) {
      if (waiting.sessionId === sessionId) {
        this.#take(id)?.reject(error);
      }
    }
  }

  async #read(stream: Readable): Promise<void> {
    try {
      for await (const message of messagesOf(stream)) {
        this.#receive(message);
      }
    } catch {
      // A broken pipe, or a message that no intact browser sends: in both cases there is no usable browser any more.
    }
    this.#isLost = true;
    for (const id of this.#waiting.keys()) {
      this.#take(id)?.reject(new ConnectionLost("The browser has ended."));
    }
    this.#sessions.clear();
  }

  #receive({ bytes, isWhole }: Message): void {
    const text = bytes.toString("utf8");
    if (!isWhole) {
      const id = Number(/^\{"id":(\d+)/.exec(text)?.[1]);
      this.#take(id)?.reject(new AnswerTooLong("The browser's answer is too long to be read."));
      return;
    }
    const message: Incoming = JSON.parse(text);
    if (message.id !== undefined) {
      this.#take(message.id)?.settle(message);
    } else if (message.method !== undefined) {
      this.#hear(message.method, message.params ?? {}, message.sessionId);
    }
  }

  #hear(method: string, params: object, sessionId: SessionId | undefined): void {
    if (method === "Target.detachedFromTarget" && "sessionId" in params && typeof params.sessionId === "string") {
      this.forget(params.sessionId);
    }
    if (sessionId !== undefined) {
      this.#sessions.get(sessionId)?.hear(method, params);
    }
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}

/** The connection to one page, frame or worker: commands to it, and events from it. */
export class Session {
  readonly id: SessionId;
  readonly children: SessionId[] = [];
  readonly #connection: Connection;
  readonly #listeners = new Map<string, ((params: never) => void)[]>();

  constructor(connection: Connection, id: SessionId) {
    this.#connection = connection;
    this.id = id;
  }

  /**
   * Calls a command of the session and returns its answer.
   * @throws ConnectionLost, SessionLost, CallTimeout, CommandRefused, AnswerTooLong
   */
  call<Method extends keyof Commands>(
    method: Method,
    params: Commands[Method]["parameters"],
    options: CallOptions = {},
  ): Promise<Commands[Method]["result"]> {
    return this.#connection.call(method, params, { ...options, sessionId: this.id });
  }

  /** Sends a command whose answer is not needed: a page that is gone meanwhile is no fault. */
  tell<Method extends keyof Commands>(
    method: Method,
    params: Commands[Method]["parameters"],
    options: CallOptions = {},
  ): void {
    this.call(method, params, options).catch(() => undefined);
  }

  on<Name extends keyof Events>(name: Name, listener: (params: Events[Name]) => void): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  /** Returns the session of a frame or worker of this page, which the page has announced. */
  child(sessionId: SessionId): Session {
    this.children.push(sessionId);
    return this.#connection.session(sessionId);
  }

  /** Rejects all pending calls and all that follow. */
  lose(error: Error): void {
    this.#connection.forget(this.id, error);
  }

  hear(method: string, params: object): void {
    for (const listener of this.#listeners.get(method) ?? []) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the protocol says what an event brings
      listener(params as never);
    }
  }
}

/** A message of the browser. `isWhole` is false for one that was too long: then `bytes` are its beginning. */
interface Message {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

async function* messagesOf(stream: Readable): AsyncGenerator<Message, void> {
  let parts: Buffer[] = [];
  let lengthBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NUL); end !== -1; end = chunk.indexOf(NUL, start)) {
      parts.push(chunk.subarray(start, end));
      yield { bytes: Buffer.concat(parts), isWhole: lengthBytes <= MAX_MESSAGE_BYTES };
      parts = [];
      lengthBytes = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    lengthBytes += chunk.length - start;
    if (lengthBytes > MAX_MESSAGE_BYTES) {
      parts = [Buffer.from(Buffer.concat(parts).subarray(0, HEAD_BYTES))];
    }
  }
}
