import { statSync } from "node:fs";
import type { ResultFiles } from "../blobs/result-files.ts";
import type { StoredAnswer } from "../store/stored-answer.ts";
import type { Answer } from "./execution.ts";

/** A stored answer that is not sealed; a sealed one is opened in idempotency/sealing.ts. */
export type UnsealedAnswer = StoredAnswer & { readonly body: Exclude<StoredAnswer["body"], { kind: "sealed" }> };

/** Moves the answer's file, if it has one, to where it outlives its request; it is on disk when this resolves. */
export async function keepAnswer({ body, ...head }: Answer, results: ResultFiles): Promise<UnsealedAnswer> {
  return body.kind === "file"
    ? { ...head, body: { kind: "file", name: await results.keep(body.path), sizeBytes: body.sizeBytes } }
    : { ...head, body };
}

/** Returns the answer as it was kept; undefined when its file is gone. */
export function openAnswer(
  { body, ...head }: UnsealedAnswer,
  results: Pick<ResultFiles, "pathOf">,
): Answer | undefined {
  if (body.kind !== "file") {
    return { ...head, body };
  }
  const path = results.pathOf(body.name);
  return statSync(path, { throwIfNoEntry: false }) === undefined
    ? undefined
    : { ...head, body: { kind: "file", path, sizeBytes: body.sizeBytes } };
}
