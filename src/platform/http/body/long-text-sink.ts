import { decoderFor, fileSink, type PartSink, type WrittenFile } from "./multipart/part-sinks.ts";

/** A text that was too long to be held: a file in UTF-8 without a byte order mark. */
export interface LongText extends WrittenFile {
  readonly path: string;
}

/** The conversion of a text's bytes to the text. */
export interface TextCodec<Short> {
  /** Decodes all bytes of a short text. */
  whole(bytes: Buffer): Short;
  /**
   * Converts the next bytes of a long text to UTF-8.
   * @throws Failure when such a value cannot be long
   */
  next(bytes: Buffer): Buffer;
  /** Returns what is left of a long text, in UTF-8. */
  end(): Buffer;
}

export type ShortOrLong<Short> =
  | { readonly kind: "short"; readonly value: Short }
  | { readonly kind: "long"; readonly text: LongText };

/** Makes a sink that keeps a text of at most `limitBytes`, and writes a longer one to a new file at `path`. */
export function longTextSink<Short>(
  { limitBytes, path, codec }: { readonly limitBytes: number; readonly path: string; readonly codec: TextCodec<Short> },
  done: (text: ShortOrLong<Short>) => void,
): PartSink {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  let file: PartSink | undefined;
  return {
    async add(bytes) {
      sizeBytes += bytes.length;
      if (sizeBytes <= limitBytes) {
        chunks.push(Buffer.from(bytes));
        return;
      }
      if (file !== undefined) {
        await file.add(codec.next(bytes));
        return;
      }
      const begun = withoutByteOrderMark(codec.next(Buffer.concat([...chunks.splice(0), bytes])));
      file = fileSink(path, (written) => done({ kind: "long", text: { ...written, path } }));
      await file.add(begun);
    },
    async end() {
      if (file === undefined) {
        done({ kind: "short", value: codec.whole(Buffer.concat(chunks)) });
      } else {
        await file.add(codec.end());
        await file.end();
      }
    },
    async [Symbol.asyncDispose]() {
      await file?.[Symbol.asyncDispose]();
    },
  };
}

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

const withoutByteOrderMark = (text: Buffer): Buffer =>
  text.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? text.subarray(BYTE_ORDER_MARK.length) : text;

/** Makes the codec of a text of a form. */
export function formTextCodec(charset: string): TextCodec<string> {
  const decoder = decoderFor(charset);
  return {
    whole: (bytes) => decoderFor(charset).decode(bytes),
    next: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
    end: () => Buffer.from(decoder.decode()),
  };
}
