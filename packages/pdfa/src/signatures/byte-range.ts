import { type Dict, resolve } from "@quire/cos";

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

/**
 * What is wrong with the bytes that a signature is of (ISO 32000-1, 12.8.1): they are to be the whole file, as it was when
 * it was signed, but the value of /Contents. Incremental updates after that are no fault.
 * @returns undefined where nothing is
 */
export function byteRangeFault(signature: Dict, file: Uint8Array): string | undefined {
  const range = signature.array("ByteRange")?.map(resolve);
  const [start, firstLength, second, secondLength] = range ?? [];
  if (
    range?.length !== 4 ||
    !isOffset(start) ||
    !isOffset(firstLength) ||
    !isOffset(second) ||
    !isOffset(secondLength)
  ) {
    return "no ByteRange of four numbers";
  }
  if (start !== 0) {
    return `ByteRange starts at ${start}`;
  }
  const end = second + secondLength;
  if (firstLength >= second || end > file.length) {
    return `ByteRange to ${end} of ${file.length} bytes`;
  }
  if (file[firstLength] !== LESS_THAN || file[second - 1] !== GREATER_THAN) {
    return "ByteRange leaves out something else than Contents";
  }
  return endsWithMarker(file.subarray(0, end)) ? undefined : `ByteRange ends at ${end}, within the file`;
}

const isOffset = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** The end-of-file marker (7.5.5) and what end-of-line markers may follow it. */
function endsWithMarker(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - 16))).toString("latin1");
  return /%%EOF[\r\n\0 ]*$/u.test(tail);
}
