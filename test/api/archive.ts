import { crc32, inflateRawSync } from "node:zlib";

/** One entry of a ZIP archive, as its central directory describes it. */
export interface Entry {
  readonly name: string;
  readonly isUtf8: boolean;
  readonly method: "stored" | "deflated" | number;
  /** The date and the time of DOS, as the two 16-bit numbers of the format. */
  readonly modified: readonly [date: number, time: number];
  readonly content: Buffer;
}

const END_OF_CENTRAL_DIRECTORY = 0x06054b50;
const CENTRAL_HEADER = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;

/** Reads a ZIP archive without Zip64 (PKWARE APPNOTE 4.3), and checks the sizes and the CRC of each entry. */
export function readArchive(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(uint32(END_OF_CENTRAL_DIRECTORY));
  if (end < 0) {
    throw new Error("No end of central directory: not a ZIP archive.");
  }
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < bytes.readUInt16LE(end + 10); index += 1) {
    const { entry, next } = readEntry(bytes, at);
    entries.push(entry);
    at = next;
  }
  return entries;
}

function readEntry(bytes: Buffer, at: number): { entry: Entry; next: number } {
  expectSignature(bytes, at, CENTRAL_HEADER);
  const nameLength = bytes.readUInt16LE(at + 28);
  const flags = bytes.readUInt16LE(at + 8);
  const method = bytes.readUInt16LE(at + 10);
  const content = readContent(bytes, {
    local: bytes.readUInt32LE(at + 42),
    compressedBytes: bytes.readUInt32LE(at + 20),
    deflated: method === 8,
  });
  const name = bytes.subarray(at + 46, at + 46 + nameLength).toString("utf8");
  if (content.length !== bytes.readUInt32LE(at + 24) || crc32(content) !== bytes.readUInt32LE(at + 16)) {
    throw new Error(`Size or CRC of ${name} is wrong.`);
  }
  return {
    entry: {
      name,
      isUtf8: (flags & 0x0800) !== 0,
      method: method === 0 ? "stored" : method === 8 ? "deflated" : method,
      modified: [bytes.readUInt16LE(at + 14), bytes.readUInt16LE(at + 12)],
      content,
    },
    next: at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32),
  };
}

function readContent(
  bytes: Buffer,
  { local, compressedBytes, deflated }: { local: number; compressedBytes: number; deflated: boolean },
): Buffer {
  expectSignature(bytes, local, LOCAL_HEADER);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const raw = bytes.subarray(start, start + compressedBytes);
  return deflated ? inflateRawSync(raw) : raw;
}

function expectSignature(bytes: Buffer, at: number, signature: number): void {
  if (bytes.readUInt32LE(at) !== signature) {
    throw new Error(`No header 0x${signature.toString(16)} at byte ${at}.`);
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
