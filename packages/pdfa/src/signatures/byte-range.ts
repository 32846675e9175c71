import { type Dict, resolve } from "@quire/cos";

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

/**
 * Describes the fault of the bytes that a signature covers (ISO 32000-1, 12.8.1): they must be the whole file, as it
 * was when it was signed, except the value of /Contents. Later incremental updates are no fault.
 * @returns undefined where there is no fault
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
    return "ByteRange leaves out more than Contents, or something else";
  }
  return endsWithMarker(file.subarray(0, end)) ? undefined : `ByteRange ends at ${end}, within the file`;
}

const isOffset = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Returns whether the bytes end with the end-of-file marker (7.5.5), which end-of-line markers may follow. */
function endsWithMarker(bytes: Uint8Array): boolean {
  const tail = Buffer.from(bytes.subarray(Math.max(0, bytes.length - 16))).toString("latin1");
  return /%%EOF[\r\n\0 ]*$/u.test(tail);
}
