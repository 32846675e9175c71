import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Failure } from "../../../kernel/failure.ts";
import { fileNameFrom, type GivenFileName } from "../../../kernel/file-name.ts";
import type { Limits } from "../../../kernel/limits.ts";
import { type BodyRules, readBody } from "./body.ts";
import { formTextCodec, type LongText, longTextSink, type ShortOrLong } from "./long-text-sink.ts";
import { MultipartParser } from "./multipart/multipart.ts";
import type { PartHeaders } from "./multipart/part-headers.ts";
import { discardingSink, fileSink, type PartSink, textSink, type WrittenFile } from "./multipart/part-sinks.ts";

/** A file as it was uploaded. */
export interface ReceivedFile extends WrittenFile {
  readonly field: string;
  readonly given: GivenFileName;
  /** The client's name for the file, cleaned. */
  readonly filename: string;
  readonly path: string;
}

/** A form as it was sent; what it means to an operation is decided in form.ts. */
export interface ReceivedForm {
  /** The texts by name; the last of a name wins. */
  readonly texts: ReadonlyMap<string, string>;
  /** The texts that were too long to be held in memory. */
  readonly longTexts: ReadonlyMap<string, LongText>;
  /** The files of the wanted fields in part order, as many as are wanted. */
  readonly files: readonly ReceivedFile[];
  /** The number of files that the wanted fields had. */
  readonly fileCount: number;
  /** The other fields that held a file, whose content was discarded. */
  readonly otherFileFields: ReadonlySet<string>;
  readonly sizeBytes: number;
}

export interface UploadRules extends BodyRules {
  readonly limits: Pick<Limits, "files" | "fields" | "fieldBytes">;
  readonly boundary: string;
  /** The directory for files, which are written under the service's own names. */
  readonly directory: string;
  /** Returns whether files of this field are wanted. */
  readonly wantsFile: (field: string) => boolean;
  readonly maxFiles: number;
  /** Returns whether the text of this field may be as long as the body. */
  readonly mayBeLong: (field: string) => boolean;
}

/**
 * Reads a form, and writes its files straight to disk.
 * @throws Failure `malformed_multipart`, `payload_too_large`, `request_timeout`
 * @throws ClientGone when the client has gone
 */
export async function receiveForm(request: IncomingMessage, rules: UploadRules): Promise<ReceivedForm> {
  const parser = new MultipartParser(rules.boundary, maxTextParts(rules) + maxFileParts(rules));
  await using form = new FormCollector(rules);
  let sizeBytes = 0;
  for await (const chunk of readBody(request, rules)) {
    sizeBytes += chunk.length;
    for (const event of parser.push(chunk)) {
      switch (event.kind) {
        case "part":
          form.begin(event.headers);
          break;
        case "data":
          await form.add(event.bytes);
          break;
        case "end":
          await form.end();
          break;
      }
    }
  }
  parser.finish();
  return { ...form.result, sizeBytes };
}

const maxTextParts = ({ limits }: UploadRules): number => limits.fields;

/** Returns how many files are received, so that an operation which takes as many as a form may have can refuse one more. */
const maxFileParts = ({ limits, maxFiles }: UploadRules): number => Math.max(limits.files, maxFiles + 1);

class FormCollector implements AsyncDisposable {
  readonly #rules: UploadRules;
  readonly #texts = new Map<string, string>();
  readonly #longTexts = new Map<string, LongText>();
  readonly #files: ReceivedFile[] = [];
  readonly #otherFileFields = new Set<string>();
  #fileCount = 0;
  #fileParts = 0;
  #textParts = 0;
  #sink: PartSink | undefined;

  constructor(rules: UploadRules) {
    this.#rules = rules;
  }

  get result(): Omit<ReceivedForm, "sizeBytes"> {
    return {
      texts: this.#texts,
      longTexts: this.#longTexts,
      files: this.#files,
      fileCount: this.#fileCount,
      otherFileFields: this.#otherFileFields,
    };
  }

  begin(headers: PartHeaders): void {
    this.#sink = headers.file === undefined ? this.#beginText(headers) : this.#beginFile(headers.name, headers.file);
  }

  async add(bytes: Buffer): Promise<void> {
    await this.#sink?.add(bytes);
  }

  async end(): Promise<void> {
    await this.#sink?.end();
    this.#sink = undefined;
  }

  #beginText({ name, charset }: PartHeaders): PartSink {
    const { limits, directory, mayBeLong } = this.#rules;
    const { fields, fieldBytes: limitBytes } = limits;
    this.#textParts += 1;
    if (this.#textParts > fields) {
      throw new Failure("payload_too_large", `The form has more than ${fields} fields, the most that it may have.`);
    }
    if (!mayBeLong(name)) {
      return textSink({ name, limitBytes, charset }, (text) => this.#texts.set(name, text));
    }
    const path = join(directory, `text-${this.#textParts}`);
    return longTextSink({ limitBytes, path, codec: formTextCodec(charset) }, (text) => this.#keep(name, text));
  }

  #keep(name: string, text: ShortOrLong<string>): void {
    if (text.kind === "short") {
      this.#longTexts.delete(name);
      this.#texts.set(name, text.value);
    } else {
      this.#texts.delete(name);
      this.#longTexts.set(name, text.text);
    }
  }

  #beginFile(name: string, given: GivenFileName): PartSink {
    const { maxFiles, wantsFile, directory } = this.#rules;
    this.#fileParts += 1;
    const maxParts = maxFileParts(this.#rules);
    if (this.#fileParts > maxParts) {
      throw new Failure("payload_too_large", `The form has more than ${maxParts} files, the most that it may have.`);
    }
    if (!wantsFile(name)) {
      this.#otherFileFields.add(name);
      return discardingSink(() => {});
    }
    // A file field that was left empty is sent as a file without name and bytes.
    const isChosen = (sizeBytes: number): boolean =>
      given.plain !== "" || given.extended !== undefined || sizeBytes > 0;
    if (this.#fileCount >= maxFiles) {
      return discardingSink((sizeBytes) => {
        this.#fileCount += isChosen(sizeBytes) ? 1 : 0;
      });
    }
    const path = join(directory, `input-${this.#fileParts}`);
    return fileSink(path, (written) => {
      if (isChosen(written.sizeBytes)) {
        this.#fileCount += 1;
        this.#files.push({ ...written, field: name, given, filename: fileNameFrom(given), path });
      }
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sink?.[Symbol.asyncDispose]();
  }
}
