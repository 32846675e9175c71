/*
 * The records of a ZIP archive whose files are stored (PKWARE APPNOTE 6.3.10, 4.3). Engine processes write the files and
 * their headers, the service the directory: no part of a document is copied to come into an archive.
 */

/** A file of an archive. */
export interface StoredFile {
  /** The name in the archive, with `/` between its parts. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/** The largest size of a file of an archive: more would need a longer header before the file, when no size is known yet. */
export const MAX_STORED_BYTES = 0xffff_fffe;

const UTF8_NAME = 0x0800;
const UNIX = 3;
const REGULAR_FILE_MODE = 0o100644;
/** The versions of the format that hold files, and sizes and numbers of more than 32 and 16 bits. */
const VERSION = { plain: 20, zip64: 45 } as const;
/** 1 January 1980, the first moment there is: the same files give the same archive. */
const FIRST_DATE = 0x21;
const MAX_16_BITS = 0xffff;
const MAX_32_BITS = 0xffff_ffff;
const SIGNATURE = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  zip64End: 0x06064b50,
  zip64Locator: 0x07064b50,
} as const;
const CENTRAL_HEADER_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const ZIP64_OFFSET = { tag: 1, bytes: 8 } as const;

/** Returns the length in bytes of the header before a file. */
export const localHeaderBytes = (name: string): number => LOCAL_HEADER_BYTES + Buffer.byteLength(name);

/** Returns the header that stands before a file (4.3.7). */
export function localHeader({ name, sizeBytes, crc32 }: StoredFile): Buffer {
  const header = Buffer.alloc(localHeaderBytes(name));
  header.writeUInt32LE(SIGNATURE.local, 0);
  writeCommon(header, 4, { version: VERSION.plain, sizeBytes, crc32 });
  header.writeUInt16LE(header.length - LOCAL_HEADER_BYTES, 26);
  header.write(name, LOCAL_HEADER_BYTES);
  return header;
}

/** Returns the directory and the end of an archive that begins with `files`, each behind its header (4.3.12 to 4.3.16). */
export function centralDirectory(files: readonly StoredFile[]): Buffer {
  const headers: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    headers.push(centralHeader(file, offset));
    offset += localHeaderBytes(file.name) + file.sizeBytes;
  }
  const directory = Buffer.concat(headers);
  return Buffer.concat([directory, ...endRecords({ files: files.length, bytes: directory.length, offset })]);
}

function centralHeader({ name, sizeBytes, crc32 }: StoredFile, offset: number): Buffer {
  const isFar = offset >= MAX_32_BITS;
  const nameBytes = Buffer.byteLength(name);
  const extraBytes = isFar ? 4 + ZIP64_OFFSET.bytes : 0;
  const header = Buffer.alloc(CENTRAL_HEADER_BYTES + nameBytes + extraBytes);
  const version = isFar ? VERSION.zip64 : VERSION.plain;
  header.writeUInt32LE(SIGNATURE.central, 0);
  header.writeUInt16LE((UNIX << 8) | version, 4);
  writeCommon(header, 6, { version, sizeBytes, crc32 });
  header.writeUInt16LE(nameBytes, 28);
  header.writeUInt16LE(extraBytes, 30);
  header.writeUInt32LE(REGULAR_FILE_MODE * 0x1_0000, 38);
  header.writeUInt32LE(isFar ? MAX_32_BITS : offset, 42);
  header.write(name, CENTRAL_HEADER_BYTES);
  if (isFar) {
    const extra = CENTRAL_HEADER_BYTES + nameBytes;
    header.writeUInt16LE(ZIP64_OFFSET.tag, extra);
    header.writeUInt16LE(ZIP64_OFFSET.bytes, extra + 2);
    header.writeBigUInt64LE(BigInt(offset), extra + 4);
  }
  return header;
}

/** Writes the fields that both headers have, from the version needed to the size. */
function writeCommon(
  header: Buffer,
  at: number,
  { version, sizeBytes, crc32 }: Omit<StoredFile, "name"> & { readonly version: number },
): void {
  header.writeUInt16LE(version, at);
  header.writeUInt16LE(UTF8_NAME, at + 2);
  header.writeUInt16LE(FIRST_DATE, at + 8);
  header.writeUInt32LE(crc32, at + 10);
  header.writeUInt32LE(sizeBytes, at + 14);
  header.writeUInt32LE(sizeBytes, at + 18);
}

interface Directory {
  readonly files: number;
  readonly bytes: number;
  readonly offset: number;
}

function endRecords({ files, bytes, offset }: Directory): Buffer[] {
  const end = Buffer.alloc(22);
  const count = Math.min(files, MAX_16_BITS);
  end.writeUInt32LE(SIGNATURE.end, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(Math.min(bytes, MAX_32_BITS), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32_BITS), 16);
  const isLarge = files >= MAX_16_BITS || bytes >= MAX_32_BITS || offset >= MAX_32_BITS;
  return isLarge ? [...zip64EndRecords({ files, bytes, offset }), end] : [end];
}

function zip64EndRecords({ files, bytes, offset }: Directory): Buffer[] {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(SIGNATURE.zip64End, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE((UNIX << 8) | VERSION.zip64, 12);
  record.writeUInt16LE(VERSION.zip64, 14);
  record.writeBigUInt64LE(BigInt(files), 24);
  record.writeBigUInt64LE(BigInt(files), 32);
  record.writeBigUInt64LE(BigInt(bytes), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(SIGNATURE.zip64Locator, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}
