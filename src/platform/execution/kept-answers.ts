import { assert } from "../../kernel/assert.ts";
import type { ResultFiles } from "../blobs/result-files.ts";
import type { StoredAnswer } from "../store/stored-answer.ts";
import type { Answer } from "./execution.ts";

/** A stored answer that is not sealed; a sealed one is opened in idempotency/sealing.ts. */
export type UnsealedAnswer = StoredAnswer & { readonly body: Exclude<StoredAnswer["body"], { kind: "sealed" }> };

/**
 * Keeps the answer, with its file if it has one, so that it outlives its request; it lasts when this resolves.
 * @throws Failure `storage_unavailable`
 */
export async function keepAnswer(
  { body, ...head }: Answer,
  results: Pick<ResultFiles, "keep">,
): Promise<UnsealedAnswer> {
  assert(body.kind !== "kept", "an answer is kept once");
  return body.kind === "file"
    ? { ...head, body: { kind: "file", name: await results.keep(body.path), sizeBytes: body.sizeBytes } }
    : { ...head, body };
}

/** The results, for those who only read them. */
export type ReadableResults = Pick<ResultFiles, "exists" | "open" | "read">;

/**
 * Returns the answer as it was kept; undefined when its file is gone.
 * @throws Failure `storage_unavailable`
 */
export async function openAnswer(
  { body, ...head }: UnsealedAnswer,
  results: ReadableResults,
): Promise<Answer | undefined> {
  if (body.kind !== "file") {
    return { ...head, body };
  }
  const { name, sizeBytes } = body;
  if (!(await results.exists(name))) {
    return undefined;
  }
  const file = { read: () => results.read(name), open: async () => (await results.open(name))?.content };
  return { ...head, body: { kind: "kept", file, sizeBytes } };
}
