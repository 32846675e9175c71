import { open, writeFile } from "node:fs/promises";
import { Failure } from "../../../kernel/failure.ts";
import type { Session } from "../browser/connection.ts";
import type { PrintJob } from "../port.ts";

/** The bytes read at a time; small documents, which most are, come in one piece. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Writes the stream of a printed document to `job.output`.
 * @throws Failure `document_too_complex` when it is larger than `job.maxBytes`
 */
export async function writeStream(
  session: Session,
  handle: string,
  job: Pick<PrintJob, "output" | "maxBytes">,
): Promise<void> {
  await using file = await open(job.output, "w");
  let writtenBytes = 0;
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one piece after the other
    const { data, base64Encoded, eof } = await session.call("IO.read", { handle, size: PIECE_BYTES });
    const piece = Buffer.from(data, base64Encoded === true ? "base64" : "utf8");
    writtenBytes += piece.length;
    requireSize(writtenBytes, job);
    // oxlint-disable-next-line eslint/no-await-in-loop -- the same
    await file.write(piece);
    if (eof) {
      session.tell("IO.close", { handle });
      return;
    }
  }
}

/**
 * Writes a printed document, which came as base64, to `job.output`.
 * @throws Failure `document_too_complex` when it is larger than `job.maxBytes`
 */
export async function writeWhole(data: string, job: Pick<PrintJob, "output" | "maxBytes">): Promise<void> {
  const bytes = Buffer.from(data, "base64");
  requireSize(bytes.length, job);
  await writeFile(job.output, bytes);
}

function requireSize(bytes: number, { maxBytes }: Pick<PrintJob, "maxBytes">): void {
  if (bytes > maxBytes) {
    throw new Failure("document_too_complex", `The PDF would be larger than ${maxBytes} bytes.`, {
      facts: { reason: "file-size" },
    });
  }
}
