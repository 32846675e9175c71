import type { FailureCode } from "../../kernel/failure.ts";

/**
 * An answer that is kept, to be given again: a job's result, or what a request with an Idempotency-Key was answered.
 * `headers` are those of the answer itself; those that every answer has are made again each time.
 */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The id of the job that the answer announces: the answer counts for as long as the job or its result lives. */
  readonly jobId?: string | undefined;
  readonly body:
    | { readonly kind: "file"; readonly name: string; readonly sizeBytes: number }
    | { readonly kind: "json"; readonly value: object }
    /** The members of an error without `request_id`, which is that of the request that reads it. */
    | { readonly kind: "problem"; readonly code: FailureCode; readonly members: object }
    /** JSON that only the sender of the request can open; see idempotency/sealing.ts. */
    | { readonly kind: "sealed"; readonly text: string }
    | { readonly kind: "none" };
}
