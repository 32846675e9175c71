import { link, open, readFile, rm } from "node:fs/promises";

/** Returns the code of an error of the operating system, such as ENOENT. */
export const systemErrorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** Returns the content of a file, or undefined when there is none. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/**
 * Makes a file that only the service's user can read, unless it exists already; returns the file's content, whoever
 * made it. A crash leaves the whole of it or none.
 */
export async function makeDurably(path: string, content: Buffer): Promise<Buffer> {
  const temporary = `${path}.${process.pid}`;
  {
    await using file = await open(temporary, "w", 0o600);
    await file.writeFile(content);
    await file.sync();
  }
  try {
    await link(temporary, path);
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") {
      throw error;
    }
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path);
}
