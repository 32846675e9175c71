import type { Readable } from "node:stream";

/** The length limit of every line between the service and a worker, in either direction. */
export const MAX_LINE_BYTES = 16 * 2 ** 20;
/** The length limit, in characters, of a failure's message, and of its facts as JSON. */
export const MAX_FAILURE_MESSAGE = 2000;
export const MAX_FAILURE_FACTS = 4000;

const NEWLINE = 0x0a;

/**
 * Yields the lines of a stream, without their ends. It reads on only when the next line is requested, so that a writer
 * that is ahead waits. A last line without an end is dropped, since its writer died while writing it.
 * @throws RangeError for a line longer than `maxBytes`; any error of the stream itself.
 */
export async function* linesOf(stream: Readable, maxBytes: number = MAX_LINE_BYTES): AsyncGenerator<Buffer, void> {
  let parts: Buffer[] = [];
  let lengthBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      requireLength(lengthBytes + end - start, maxBytes);
      const line = Buffer.concat([...parts, chunk.subarray(start, end)]);
      parts = [];
      lengthBytes = 0;
      start = end + 1;
      yield line;
    }
    parts.push(chunk.subarray(start));
    lengthBytes += chunk.length - start;
    requireLength(lengthBytes, maxBytes);
  }
}

function requireLength(lengthBytes: number, maxBytes: number): void {
  if (lengthBytes > maxBytes) {
    throw new RangeError(`A line is longer than ${maxBytes} bytes.`);
  }
}
