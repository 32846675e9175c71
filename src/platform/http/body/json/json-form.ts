import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { Failure } from "../../../../kernel/failure.ts";
import { JsonScanner } from "../../../../kernel/json/json-scanner.ts";
import { Utf8Check } from "../../../../kernel/json/utf8-check.ts";
import type { Limits } from "../../../../kernel/limits.ts";
import { type BodyRules, readBody } from "../body.ts";
import { type LongText, longTextSink, type ShortOrLong, type TextCodec } from "../long-text-sink.ts";
import { type PartSink, textSink, textTooLong } from "../multipart/part-sinks.ts";
import { InvalidRequest, itemFor } from "../validation.ts";
import { AN_OBJECT } from "./json-body.ts";
import { JsonStringDecoder } from "./json-string.ts";

/** A JSON object as it was sent; what it means to an operation is decided in content/form.ts. */
export interface ReceivedJson {
  /** The members by name; the last of a name wins. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The members that were too long to be held in memory. */
  readonly longTexts: ReadonlyMap<string, LongText>;
  readonly sizeBytes: number;
}

/** Holds an object or an array exactly as it was sent, byte by byte. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export interface JsonRules extends BodyRules {
  readonly limits: Pick<Limits, "fields" | "fieldBytes">;
  /** The directory for long texts, which are written under the service's own names. */
  readonly directory: string;
  /** Returns whether the text of this name may be as long as the body. */
  readonly mayBeLong: (name: string) => boolean;
  /**
   * Returns whether an object or array of this name is content: kept as it was sent, as a `JsonText`, and as long as a
   * text may be.
   */
  readonly keepsJson: (name: string) => boolean;
}

/**
 * Reads a JSON object, and writes its long texts straight to disk. A body without bytes is an object without members.
 * @throws Failure `payload_too_large`, `request_timeout`
 * @throws InvalidRequest when it is not JSON in UTF-8, or not an object
 * @throws ClientGone when the client has gone
 */
export async function receiveJson(request: IncomingMessage, rules: JsonRules): Promise<ReceivedJson> {
  const utf8 = new Utf8Check();
  const scanner = new JsonScanner();
  await using members = new MemberCollector(rules);
  let sizeBytes = 0;
  for await (const chunk of readBody(request, rules)) {
    sizeBytes += chunk.length;
    utf8.push(chunk);
    for (const event of scanner.push(chunk)) {
      switch (event.kind) {
        case "name":
        case "value":
          await members.add(event.kind, event.bytes);
          break;
        case "name end":
        case "value end":
          await members.end();
          break;
      }
    }
  }
  if (sizeBytes > 0) {
    utf8.finish();
    scanner.finish();
    if (!scanner.isObject) {
      throw new InvalidRequest([
        itemFor({ type: "model_attributes_type", message: "Input should be a JSON object", advice: AN_OBJECT }, [
          "body",
        ]),
      ]);
    }
  }
  return { values: members.values, longTexts: members.longTexts, sizeBytes };
}

class MemberCollector implements AsyncDisposable {
  readonly values = new Map<string, unknown>();
  readonly longTexts = new Map<string, LongText>();
  readonly #rules: JsonRules;
  #name = "";
  #count = 0;
  #sink: PartSink | undefined;

  constructor(rules: JsonRules) {
    this.#rules = rules;
  }

  async add(kind: "name" | "value", bytes: Buffer): Promise<void> {
    this.#sink ??= kind === "name" ? this.#nameSink() : this.#valueSink();
    await this.#sink.add(bytes);
  }

  async end(): Promise<void> {
    await this.#sink?.end();
    this.#sink = undefined;
  }

  #nameSink(): PartSink {
    const { fields, fieldBytes } = this.#rules.limits;
    this.#count += 1;
    if (this.#count > fields) {
      throw new Failure("payload_too_large", `The JSON object has more than ${fields} members.`);
    }
    return textSink({ name: "a name", limitBytes: fieldBytes, charset: "utf-8" }, (json) => {
      this.#name = String(JSON.parse(json));
    });
  }

  #valueSink(): PartSink {
    const { limits, directory, mayBeLong, keepsJson } = this.#rules;
    const name = this.#name;
    const limitBytes = limits.fieldBytes;
    if (!mayBeLong(name)) {
      return textSink({ name, limitBytes, charset: "utf-8" }, (json) =>
        this.#keep(name, { kind: "short", value: JSON.parse(json) }),
      );
    }
    const path = join(directory, `text-${this.#count}`);
    const codec = keepsJson(name) ? jsonTextCodec(name, limitBytes) : jsonCodec(name, limitBytes);
    return longTextSink({ limitBytes, path, codec }, (text) => this.#keep(name, text));
  }

  #keep(name: string, value: ShortOrLong<unknown>): void {
    if (value.kind === "short") {
      this.longTexts.delete(name);
      this.values.set(name, value.value);
    } else {
      this.values.delete(name);
      this.longTexts.set(name, value.text);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sink?.[Symbol.asyncDispose]();
  }
}

const QUOTE = 0x22;
const BRACKETS: readonly (number | undefined)[] = [0x7b, 0x5b];

/** Makes a codec that keeps objects and arrays as they are and decodes strings; other values cannot be long. */
function jsonTextCodec(name: string, limitBytes: number): TextCodec<unknown> {
  const ofStrings = jsonCodec(name, limitBytes);
  let isText: boolean | undefined;
  return {
    whole: (bytes) => (BRACKETS.includes(bytes[0]) ? new JsonText(bytes.toString("utf8")) : ofStrings.whole(bytes)),
    next(bytes) {
      isText ??= BRACKETS.includes(bytes[0]);
      return isText ? Buffer.from(bytes) : ofStrings.next(bytes);
    },
    end: () => ofStrings.end(),
  };
}

/** Makes a codec that parses values; only a string can be long. */
function jsonCodec(name: string, limitBytes: number): TextCodec<unknown> {
  const decoder = new JsonStringDecoder();
  let isString = false;
  return {
    whole: (bytes) => JSON.parse(bytes.toString("utf8")),
    next(bytes) {
      isString ||= bytes[0] === QUOTE;
      if (!isString) {
        throw textTooLong(name, limitBytes);
      }
      return decoder.push(bytes);
    },
    end: () => Buffer.alloc(0),
  };
}
