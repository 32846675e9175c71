/** A file in a ZIP archive, which is unpacked when it is asked for. */
export interface ZipEntry {
  readonly name: string;
  readonly sizeBytes: number;
  readonly type: string;
  read(): Promise<Blob>;
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  json: "application/json",
  md: "text/markdown",
  html: "text/html",
  htm: "text/html",
  txt: "text/plain",
  css: "text/plain",
  csv: "text/plain",
};

/** Returns the media type that a file name stands for; bytes where it stands for none. */
export const typeOfName = (name: string): string =>
  TYPES[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;

/** Reads the directory of a ZIP archive (APPNOTE.TXT 4.3.12); nothing is unpacked, and the archive is not copied. */
export async function entriesOfZip(blob: Blob): Promise<readonly ZipEntry[]> {
  const tailAt = Math.max(0, blob.size - END_BYTES - LONGEST_COMMENT);
  const tail = new DataView(await blob.slice(tailAt).arrayBuffer());
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END) {
    end -= 1;
  }
  if (end < 0) {
    throw new Error("it is not a ZIP archive");
  }
  const count = tail.getUint16(end + 10, true);
  const start = tail.getUint32(end + 16, true);
  const directory = new DataView(await blob.slice(start, start + tail.getUint32(end + 12, true)).arrayBuffer());
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count && at + 46 <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== CENTRAL) {
      throw new Error("its directory is damaged");
    }
    const nameBytes = directory.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameBytes));
    entries.push(
      entryOf(blob, {
        name,
        method: directory.getUint16(at + 10, true),
        packedBytes: directory.getUint32(at + 20, true),
        sizeBytes: directory.getUint32(at + 24, true),
        offset: directory.getUint32(at + 42, true),
      }),
    );
    at += 46 + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries.filter(({ name }) => !name.endsWith("/"));
}

interface Place {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly offset: number;
}

function entryOf(archive: Blob, { name, method, packedBytes, sizeBytes, offset }: Place): ZipEntry {
  const type = typeOfName(name);
  const read = async (): Promise<Blob> => {
    const head = new DataView(await archive.slice(offset, offset + 30).arrayBuffer());
    const from = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const packed = archive.slice(from, from + packedBytes, type);
    if (method === 0) {
      return packed;
    }
    const unpacked = packed.stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Blob([await new Response(unpacked).blob()], { type });
  };
  let reading: Promise<Blob> | undefined;
  return { name, sizeBytes, type, read: () => (reading ??= read()) };
}
