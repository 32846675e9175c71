import { crc32, deflateRawSync } from "node:zlib";

/* ZIP archives that no usual program makes (APPNOTE 6.3.10, 4.3). */

export interface MadeEntry {
  readonly name: string;
  readonly content: Buffer;
  /** The statements of the archive's headers about the entry that are untrue. */
  readonly lies: Lies;
}

export interface Lies {
  /** The compression; a number is stored, and its header names that method. */
  readonly method?: "store" | "deflate" | number;
  readonly flags?: number;
  /** The Unix mode. */
  readonly mode?: number;
  readonly sizeBytes?: number;
  readonly crc?: number;
  /** The bytes in place of the compressed content. */
  readonly raw?: Buffer;
}

export const entry = (name: string, content: string | Buffer, lies: Lies = {}): MadeEntry => ({
  name,
  content: Buffer.from(content),
  lies,
});

const UTF8_NAMES = 0x800;
const MADE_BY_UNIX = 0x0314;

export function zipOf(entries: readonly MadeEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, lies } of entries) {
    const { method = "deflate", flags = 0, mode = 0, sizeBytes = content.length, crc = crc32(content) } = lies;
    const data = lies.raw ?? (method === "deflate" ? deflateRawSync(content) : content);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags | UTF8_NAMES, 2);
    common.writeUInt16LE(method === "deflate" ? 8 : method === "store" ? 0 : method, 4);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(sizeBytes, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = [Buffer.from("PK\x03\x04"), common, nameBytes, data];
    const central = Buffer.alloc(14);
    central.writeUInt32LE(mode * 0x1_0000, 6);
    central.writeUInt32LE(offset, 10);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(MADE_BY_UNIX);
    directory.push(Buffer.from("PK\x01\x02"), madeBy, common, central, nameBytes);
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from("PK\x05\x06"), end]);
}
