import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/* The JSON of an answer, put together from files: a document's text is never in the service's memory as a whole. */

/** A piece of an answer: JSON as it is, a file of text as a string, or a file of elements as a list. */
export type AnswerPiece =
  | { readonly kind: "json"; readonly json: string }
  | { readonly kind: "string"; readonly path: string }
  | { readonly kind: "list"; readonly path: string };

export async function writeAnswer(
  members: Readonly<Record<string, AnswerPiece>>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  await pipeline(contents(members), createWriteStream(path), { signal });
}

async function* contents(members: Readonly<Record<string, AnswerPiece>>): AsyncGenerator<string | Buffer> {
  let opening = "{";
  for (const [name, piece] of Object.entries(members)) {
    yield `${opening}${JSON.stringify(name)}:`;
    opening = ",";
    yield* contentOf(piece);
  }
  yield "}";
}

async function* contentOf(piece: AnswerPiece): AsyncGenerator<string | Buffer> {
  switch (piece.kind) {
    case "json":
      yield piece.json;
      return;
    case "string":
      yield '"';
      // With an encoding the stream never splits a character.
      for await (const chunk of createReadStream(piece.path, { encoding: "utf8" })) {
        yield JSON.stringify(String(chunk)).slice(1, -1);
      }
      yield '"';
      return;
    case "list":
      yield "[";
      yield* createReadStream(piece.path);
      yield "]";
  }
}

export const json = (value: unknown): AnswerPiece => ({ kind: "json", json: JSON.stringify(value) });
