import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** An image as Poppler's `pdfimages` lists it: once for each time that it is drawn, masks separately. */
export interface PopplerImage {
  readonly page: number;
  readonly type: string;
  readonly pixels: number;
  readonly colourSpace: string;
  readonly encoding: string;
  readonly object: string;
  /** The path of the file that `pdfimages -all` writes. */
  readonly original: string | undefined;
  /** The path of the file that `pdfimages -png` writes. */
  readonly png: string | undefined;
}

/** Extracts the images of a document into new folders in `directory`. */
export async function popplerImages(input: string, directory: string): Promise<PopplerImage[]> {
  const { stdout } = await pdfimages(["-list", input]);
  const rows = stdout.trim().split("\n").slice(2);
  if (rows.length === 0) {
    return [];
  }
  const originals = await written(["-all", input], join(directory, "all"));
  const pngs = await written(["-png", input], join(directory, "png"));
  return rows.map((row) => {
    const [
      page = "",
      number = "",
      type = "",
      width = "",
      height = "",
      colourSpace = "",
      ,
      ,
      encoding = "",
      ,
      object = "",
    ] = row.trim().split(/\s+/);
    return {
      page: Number(page),
      type,
      pixels: Number(width) * Number(height),
      colourSpace,
      encoding,
      object,
      original: originals.get(Number(number)),
      png: pngs.get(Number(number)),
    };
  });
}

async function pdfimages(parameters: readonly string[]): Promise<{ stdout: string }> {
  try {
    return await run("pdfimages", parameters, { timeout: 60_000, maxBuffer: 64 * 2 ** 20 });
  } catch (error) {
    // It also ends with 1 or 3 when it could read a part.
    return { stdout: error instanceof Error && "stdout" in error ? String(error.stdout) : "" };
  }
}

/** Returns the paths of the files that were written, by their numbers. */
async function written([format = "", input = ""]: readonly string[], directory: string): Promise<Map<number, string>> {
  await mkdir(directory, { recursive: true });
  await pdfimages([format, input, join(directory, "image")]);
  const files = (await readdir(directory)).filter((file) => !file.endsWith(".params"));
  return new Map(files.map((file) => [Number(/-(\d+)\./.exec(file)?.[1]), join(directory, file)]));
}
