import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { Agent, request } from "node:http";
import { basename } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { BenchService } from "./service.ts";

export interface Upload {
  readonly path: string;
  readonly file: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The server that a client talks to. */
export type Target = Pick<BenchService, "port" | "key">;

export interface Answer {
  /** The body of the answer; empty when it was only counted. */
  readonly body: Buffer;
  readonly bodyBytes: number;
  /** The time from the call to the last byte of the body. */
  readonly elapsedMs: number;
}

const BOUNDARY = "----quire-bench-7c1f0a52d9";
export const CONTENT_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** A client of one service that keeps its connections open. Every answer must be 200; any other ends the bench. */
export class Client implements Disposable {
  readonly #service: Target;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(service: Target) {
    this.#service = service;
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }

  /** Sends a body that is already in memory, so that only the service works between the two clocks. */
  async post(path: string, body: Buffer, { keepBody = false } = {}): Promise<Answer> {
    return this.#send(path, body.length, keepBody, (sink) => sink.end(body));
  }

  /** Sends a file while it is read, never holding it in memory. */
  async postStreamed(upload: Upload): Promise<Answer> {
    const { head, tail } = framing(upload);
    const { size } = await stat(upload.file);
    return this.#send(upload.path, head.length + size + tail.length, false, (sink) => {
      sink.write(head);
      // The request itself reports a broken connection.
      pipeline(createReadStream(upload.file), sink, { end: false }).then(
        () => sink.end(tail),
        (error: Error) => sink.destroy(error),
      );
    });
  }

  #send(
    path: string,
    bodyBytes: number,
    keepBody: boolean,
    write: (sink: ReturnType<typeof request>) => void,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const startedMs = performance.now();
      const sink = request({
        host: "127.0.0.1",
        port: this.#service.port,
        path,
        method: "POST",
        agent: this.#agent,
        headers: {
          "X-API-Key": this.#service.key,
          "Content-Type": CONTENT_TYPE,
          "Content-Length": bodyBytes,
        },
      });
      sink.on("error", reject);
      sink.on("response", (response) => {
        const status = response.statusCode ?? 0;
        drain(response, keepBody || status !== 200).then(({ body, bytes }) => {
          if (status === 200) {
            resolve({ body, bodyBytes: bytes, elapsedMs: performance.now() - startedMs });
          } else {
            reject(new Error(`${path} answered ${status}: ${body.toString("utf8").slice(0, 500)}`));
          }
        }, reject);
      });
      write(sink);
    });
  }
}

/** Returns the multipart body of an upload, in memory. */
export async function multipartBody(upload: Upload): Promise<Buffer> {
  const { head, tail } = framing(upload);
  return Buffer.concat([head, await readFile(upload.file), tail]);
}

/** Returns the multipart body of many files in the field `files`, in memory. */
export async function multipartBodyOfMany(files: readonly string[]): Promise<Buffer> {
  const parts = files.map(async (file) => [filePart("files", file), await readFile(file), Buffer.from("\r\n")]);
  return Buffer.concat([...(await Promise.all(parts)).flat(), Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

function framing(upload: Upload): { head: Buffer; tail: Buffer } {
  const fields = Object.entries(upload.fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    head: Buffer.concat([Buffer.from(fields.join("")), filePart("file", upload.file)]),
    tail: Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  };
}

const filePart = (field: string, file: string): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${basename(file)}"\r\n` +
      "Content-Type: application/pdf\r\n\r\n",
  );

async function drain(body: Readable, keep: boolean): Promise<{ body: Buffer; bytes: number }> {
  if (keep) {
    const whole = await buffer(body);
    return { body: whole, bytes: whole.length };
  }
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
  }
  return { body: Buffer.alloc(0), bytes };
}
