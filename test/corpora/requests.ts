import { openAsBlob } from "node:fs";
import { basename } from "node:path";

/** A running service, as a client knows it. */
export interface Service {
  readonly baseUrl: string;
  readonly key: string;
}

export interface Answer {
  /** The status of the answer; 0 when there was no answer at all, and `body` then says why. */
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** The time until the last byte of the body. */
  readonly elapsedMs: number;
}

/**
 * The time after which an answer counts as missing. It is longer than any answer may take, so that a slow answer is
 * seen as slow.
 */
const GIVE_UP_MS = 90_000;

export interface PostRequest {
  /** The path below the service's address: `/api/v1/…`. */
  readonly path: string;
  readonly files: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

/** Sends one file or several, and text fields, to an operation. */
export async function postFiles(service: Service, request: PostRequest): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(request.fields)) {
    form.set(name, value);
  }
  for (const file of request.files) {
    form.append("file", await openAsBlob(file), basename(file));
  }
  const startedMs = performance.now();
  try {
    const response = await fetch(`${service.baseUrl}${request.path}`, {
      method: "POST",
      headers: { "X-API-Key": service.key },
      body: form,
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body, elapsedMs: performance.now() - startedMs };
  } catch (error) {
    const elapsedMs = performance.now() - startedMs;
    return { status: 0, headers: new Headers(), body: Buffer.from(describe(error)), elapsedMs };
  }
}

// fetch hides what happened to the connection in the cause.
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${String(error)}${cause}`;
}
