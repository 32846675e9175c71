import { createHash, createHmac } from "node:crypto";
import type { S3Settings } from "../../config/s3.ts";

/** The difference of clocks, in milliseconds, beyond which a refusal is put down to it: stores accept 15 minutes. */
const MAX_SKEW_MS = 240_000;

/**
 * The clock of an S3 store, by which requests are signed: a store refuses those of a machine whose clock is off by more
 * than 15 minutes (403 RequestTimeTooSkewed). It is this machine's until an answer shows another time.
 */
export class StoreClock {
  readonly #settings: Pick<S3Settings, "region" | "accessKeyId" | "secretAccessKey">;
  #aheadMs = 0;

  constructor(settings: Pick<S3Settings, "region" | "accessKeyId" | "secretAccessKey">) {
    this.#settings = settings;
  }

  /** Returns whether a request was refused because of the time that it was signed at; the next ones have the store's. */
  isWrongFor({ status, headers }: Pick<Response, "status" | "headers">): boolean {
    const aheadMs = Date.parse(headers.get("date") ?? "") - Date.now();
    if (status !== 403 || !(Math.abs(aheadMs - this.#aheadMs) > MAX_SKEW_MS)) {
      return false;
    }
    this.#aheadMs = aheadMs;
    return true;
  }

  /** Returns the headers of a signed request, signed anew if the store's clock is not this machine's. */
  signed(address: string, { method, headers }: { readonly method: string; readonly headers: GivenHeaders }) {
    return this.#aheadMs === 0
      ? headers
      : signedAt(new Date(Date.now() + this.#aheadMs), { address, method, headers, ...this.#settings });
  }
}

type GivenHeaders = ConstructorParameters<typeof Headers>[0];

interface ToSign extends Pick<S3Settings, "region" | "accessKeyId" | "secretAccessKey"> {
  readonly address: string;
  readonly method: string;
  readonly headers: GivenHeaders;
}

/** The headers that are not signed: they may change on the way, or are set when the request is sent. */
const UNSIGNED: ReadonlySet<string> = new Set(["authorization", "content-length", "content-type", "user-agent"]);

/**
 * Signs a request with AWS Signature Version 4 as of a time, in place of the signature that it has. The body is not part of
 * it (UNSIGNED-PAYLOAD); the query of the address is in the order and the form that is signed.
 * @internal Exported for tests.
 */
export function signedAt(
  time: Date,
  { address, method, headers, region, accessKeyId, secretAccessKey }: ToSign,
): Record<string, string> {
  const { pathname, search } = new URL(address);
  const date = time.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const all: Record<string, string> = { ...Object.fromEntries(new Headers(headers)), "x-amz-date": date };
  const entries = Object.entries(all).filter(([name]) => !UNSIGNED.has(name));
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = sorted.map(([name]) => name).join(";");
  const lines = sorted.map(([name, value]) => `${name}:${value.trim()}`).join("\n");
  const payload = all["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD";
  const request = `${method}\n${pathname}\n${search.slice(1)}\n${lines}\n\n${names}\n${payload}`;
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${createHash("sha256").update(request).digest("hex")}`;
  const key = scope.split("/").reduce<Buffer | string>((own, part) => hmac(own, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString("hex");
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...all, authorization };
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();
