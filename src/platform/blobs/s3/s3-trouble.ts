import { S3ServiceError } from "s3mini";
import { Failure } from "../../../kernel/failure.ts";
import { systemErrorCode } from "../small-files.ts";

/** Reports that the S3 store refused a request or could not be reached, without what its answer repeats of the request. */
export class S3Trouble extends Error {
  /** The store's own code such as `SlowDown`, or that of the connection such as `ECONNREFUSED`. */
  readonly code: string;
  /** The status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** Whether the same request may well succeed in a moment. */
  readonly isTransient: boolean;

  constructor(message: string, { code, status, isTransient }: Pick<S3Trouble, "code" | "status" | "isTransient">) {
    super(message);
    this.code = code;
    this.status = status;
    this.isTransient = isTransient;
  }
}

// 408 and RequestTimeout: the store waited too long for the body. 429 and SlowDown: it has too much to do.
const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 429]);
const TRANSIENT_CODES: ReadonlySet<string> = new Set(["RequestTimeout", "SlowDown", "Throttling", "BadDigest"]);

/** Returns what an error of a request means. Everything that is no answer of the store is the connection's doing. */
export function troubleOf(error: unknown): S3Trouble {
  if (error instanceof S3Trouble) {
    return error;
  }
  const answered = answerIn(error);
  if (answered !== undefined) {
    const { status, serviceCode = "Unknown" } = answered;
    const isTransient = status >= 500 || TRANSIENT_STATUS.has(status) || TRANSIENT_CODES.has(serviceCode);
    return new S3Trouble(`The S3 store answered ${status} ${serviceCode}.`, { code: serviceCode, status, isTransient });
  }
  const { code, detail } = reasonOf(error);
  return new S3Trouble(`The S3 store could not be reached: ${detail}`, { code, status: undefined, isTransient: true });
}

/** Finds the store's answer in an error of the client, which wraps some of them once more. */
function answerIn(error: unknown): S3ServiceError | undefined {
  if (error instanceof S3ServiceError) {
    return error;
  }
  return error instanceof Error && error.cause instanceof S3ServiceError ? error.cause : undefined;
}

/** Returns the innermost reason: the message of fetch says only that it failed. */
function reasonOf(error: unknown): { readonly code: string; readonly detail: string } {
  let innermost = error;
  for (let depth = 0; depth < 5 && innermost instanceof Error && innermost.cause instanceof Error; depth += 1) {
    innermost = innermost.cause;
  }
  const detail = innermost instanceof Error ? innermost.message : String(innermost);
  const code = systemErrorCode(innermost);
  return { code: typeof code === "string" ? code : "Unreachable", detail };
}

/** Makes the failure that callers meet while the store does not work. */
export const unavailable = (trouble: S3Trouble): Failure =>
  new Failure("storage_unavailable", "The service cannot reach its storage at the moment.", {
    facts: { s3: trouble.code, ...(trouble.status !== undefined && { status: trouble.status }) },
    cause: trouble,
  });
