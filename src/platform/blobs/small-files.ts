import { link, open, readFile, rm } from "node:fs/promises";

/** The code of an error of the operating system, such as ENOENT. */
export const systemErrorCode = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** The content of a file, or undefined when there is none. */
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
 * Makes a file for the service's user alone, unless it is there already; its content, whoever made it. A crash leaves the
 * whole of it or none.
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
