import { createHash } from "node:crypto";
import { closeSync, openSync, writeFile, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { byteSize } from "../../../../kernel/byte-size.ts";
import { Failure } from "../../../../kernel/failure.ts";
import { SNIFFED_BYTES } from "../../../../kernel/media-type.ts";

/** The destination of the bytes of one part of a form. Disposing of it gives up what is not complete. */
export interface PartSink extends AsyncDisposable {
  /** Adds bytes, which are not kept; resolves when the next ones may come. */
  add(bytes: Buffer): Promise<void>;
  /** Completes the part. */
  end(): Promise<void>;
}

/** The facts about a file that is on disk. */
export interface WrittenFile {
  readonly sizeBytes: number;
  /** The SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  /** The first bytes, enough to determine the file's type. */
  readonly head: Buffer;
}

// With a file handle, `writeFile` writes at its position until all is written.
const appendFile = promisify(writeFile);

// The start of a file, which is the whole of most, goes to the page cache synchronously: that takes less than a trip
// through the thread pool. A large upload waits for the disk there, and does not make others wait.
const AT_ONCE_BYTES = 512 * 1024;

/** Makes a sink that writes a new file at `path`. */
export function fileSink(path: string, done: (file: WrittenFile) => void): PartSink {
  const file = openSync(path, "wx", 0o600);
  let isOpen = true;
  const close = (): void => {
    if (isOpen) {
      isOpen = false;
      closeSync(file);
    }
  };
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let head = Buffer.alloc(0);
  return {
    async add(bytes) {
      hash.update(bytes);
      sizeBytes += bytes.length;
      if (head.length < SNIFFED_BYTES) {
        head = Buffer.concat([head, bytes.subarray(0, SNIFFED_BYTES - head.length)]);
      }
      if (sizeBytes <= AT_ONCE_BYTES) {
        writeFileSync(file, bytes);
      } else {
        await appendFile(file, bytes);
      }
    },
    end() {
      close();
      done({ sizeBytes, sha256: hash.digest("hex"), head });
      return Promise.resolve();
    },
    [Symbol.asyncDispose]() {
      close();
      return Promise.resolve();
    },
  };
}

/** Makes a sink that keeps a text of at most `limitBytes`. */
export function textSink(
  { name, limitBytes, charset }: { readonly name: string; readonly limitBytes: number; readonly charset: string },
  done: (text: string) => void,
): PartSink {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  return {
    add(bytes) {
      sizeBytes += bytes.length;
      if (sizeBytes > limitBytes) {
        throw textTooLong(name, limitBytes);
      }
      chunks.push(Buffer.from(bytes));
      return Promise.resolve();
    },
    end() {
      done(decoderFor(charset).decode(Buffer.concat(chunks)));
      return Promise.resolve();
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

export function textTooLong(name: string, limitBytes: number): Failure {
  const message = `The text of ${name.slice(0, MAX_NAME_CHARACTERS)} is larger than ${byteSize(limitBytes)}, the limit of a text field.`;
  return new Failure("payload_too_large", message, { facts: { limitBytes } });
}

const MAX_NAME_CHARACTERS = 60;

/** Makes a sink that keeps nothing but the size. */
export function discardingSink(done: (sizeBytes: number) => void): PartSink {
  let sizeBytes = 0;
  return {
    add(bytes) {
      sizeBytes += bytes.length;
      return Promise.resolve();
    },
    end() {
      done(sizeBytes);
      return Promise.resolve();
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

export function decoderFor(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset, { ignoreBOM: true });
  } catch (error) {
    // The charset is unknown: UTF-8 is what a form has when it says nothing.
    if (error instanceof RangeError) {
      return new TextDecoder("utf-8", { ignoreBOM: true });
    }
    throw error;
  }
}
