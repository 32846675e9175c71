const MEGABYTE = 1024 * 1024;

/** Returns a size for people: megabytes of 1,048,576 bytes, and the exact number of bytes. */
export function byteSize(bytes: number): string {
  const megabytes = Math.round((bytes / MEGABYTE) * 100) / 100;
  return megabytes === 0 ? `${bytes} bytes` : `${megabytes} MB (${bytes} bytes)`;
}
