/*
 * The encoding of an HTML file (HTML, §13.2.3). The bytes are looked at, never parsed: a byte order mark, then what a
 * <meta> in the first 1024 bytes declares, then UTF-8 when the file is that, else windows-1252.
 */

export const PRESCANNED_BYTES = 1024;

/**
 * Returns the encoding that a file's beginning names, as a label of the Encoding Standard; undefined when it names none
 * that is known.
 */
export function declaredEncoding(head: Uint8Array): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.byteLength, PRESCANNED_BYTES));
  return markedEncoding(bytes) ?? prescan(bytes.toString("latin1"));
}

function markedEncoding(bytes: Buffer): string | undefined {
  const marks: readonly (readonly [readonly number[], string])[] = [
    [[0xef, 0xbb, 0xbf], "utf-8"],
    [[0xfe, 0xff], "utf-16be"],
    [[0xff, 0xfe], "utf-16le"],
  ];
  return marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
}

/** Finds the declared encoding as in "prescan a byte stream to determine its encoding"; each byte is a character. */
function prescan(text: string): string | undefined {
  const xml = /^<\?xml[^>]*?encoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text);
  if (xml !== null) {
    const encoding = knownEncoding(xml[1] ?? xml[2] ?? "");
    if (encoding !== undefined) {
      return encoding;
    }
  }
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    if (text.startsWith("<!--", at)) {
      const end = text.indexOf("-->", at + 2);
      if (end === -1) {
        return undefined;
      }
      at = end + 3;
    } else if (/^<meta[\s/]/i.test(text.slice(at, at + 6))) {
      const { attributes, end } = attributesFrom(text, at + 5);
      const encoding = encodingOfMeta(attributes);
      if (encoding !== undefined) {
        return encoding;
      }
      at = end;
    } else if (/^<\/?[a-z]/i.test(text.slice(at, at + 3))) {
      const name = /[\s>]/g;
      name.lastIndex = at;
      const space = name.exec(text);
      at = space === null ? text.length : attributesFrom(text, space.index).end;
    } else if (/[!/?]/.test(text[at + 1] ?? "")) {
      const end = text.indexOf(">", at);
      at = end === -1 ? text.length : end;
    } else {
      at += 1;
    }
  }
  return undefined;
}

const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*|=[^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;

/** Reads attributes by "get an attribute", repeated; the first of a name counts. */
function attributesFrom(text: string, start: number): { attributes: ReadonlyMap<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let end = start;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const [, name, double, single, bare] = ATTRIBUTE.exec(text) ?? [];
    if (name === undefined) {
      return { attributes, end };
    }
    end = ATTRIBUTE.lastIndex;
    if (!attributes.has(name.toLowerCase())) {
      attributes.set(name.toLowerCase(), double ?? single ?? bare ?? "");
    }
  }
}

function encodingOfMeta(attributes: ReadonlyMap<string, string>): string | undefined {
  const charset = attributes.get("charset");
  if (charset !== undefined) {
    return knownEncoding(charset);
  }
  const isContentType = attributes.get("http-equiv")?.toLowerCase() === "content-type";
  const [, double, single, bare] =
    /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(attributes.get("content") ?? "") ?? [];
  const label = double ?? single ?? bare;
  return isContentType && label !== undefined ? knownEncoding(label) : undefined;
}

/**
 * Returns the encoding of a label; undefined when it is unknown. A text that was read byte by byte is not UTF-16,
 * whatever it declares.
 */
function knownEncoding(label: string): string | undefined {
  if (/^\s*x-user-defined\s*$/i.test(label)) {
    return "windows-1252";
  }
  try {
    const { encoding } = new TextDecoder(label);
    return encoding.startsWith("utf-16") ? "utf-8" : encoding;
  } catch (error) {
    // The label is unknown.
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}
