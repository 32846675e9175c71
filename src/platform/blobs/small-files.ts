import { open, readFile, rename } from "node:fs/promises";

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

/** Writes a file for the service's user alone; a crash leaves the whole of it or none. */
export async function writeDurably(path: string, content: Buffer): Promise<void> {
  const temporary = `${path}.new`;
  await using file = await open(temporary, "w", 0o600);
  await file.writeFile(content);
  await file.sync();
  await rename(temporary, path);
}
