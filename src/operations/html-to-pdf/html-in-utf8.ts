import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { declaredEncoding, PRESCANNED_BYTES } from "./encoding-sniffing.ts";

/**
 * Returns the path of an HTML file in UTF-8 without a byte order mark: `path` itself when it is one already, or else
 * `output`, which is written.
 */
export async function htmlInUtf8(path: string, output: string, signal: AbortSignal): Promise<string> {
  const head = await headOf(path);
  const declared = declaredEncoding(head);
  const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  if ((declared ?? "utf-8") === "utf-8" && !isMarked && (await isUtf8(path, signal))) {
    return path;
  }
  // A file that claims to be UTF-8 and is not quite gets replacement characters, as it does in a browser.
  const decoder = new TextDecoder(declared ?? "windows-1252");
  await pipeline(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        yield Buffer.from(decoder.decode(chunk, { stream: true }));
      }
      yield Buffer.from(decoder.decode());
    },
    createWriteStream(output, { flags: "wx", mode: 0o600 }),
    { signal },
  );
  return output;
}

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(PRESCANNED_BYTES), 0, PRESCANNED_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function isUtf8(path: string, signal: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { signal });
    for await (const chunk of chunks) {
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) {
      return false;
    }
    throw error;
  }
}
