import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type GreyImage, type PixelBox, writePgm } from "@quire/scan";

/*
 * The results of Tesseract's own program for an image: a second opinion on the library, which is called in another way.
 */

export interface ProgramWord {
  readonly text: string;
  readonly confidence: number;
  readonly box: PixelBox;
  /** The numbers of block, paragraph and line. */
  readonly place: string;
}

export async function wordsByProgram(
  image: GreyImage,
  { languages, dpi, mode }: { readonly languages: string; readonly dpi: number; readonly mode: number },
): Promise<ProgramWord[]> {
  const options = ["--oem", "1", "--psm", `${mode}`, "--dpi", `${dpi}`, "-l", languages, "tsv"];
  const rows = (await tesseract(image, options)).trim().split("\n").slice(1);
  return rows.flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, confidence, text = ""] = row.split("\t");
    const [xMin, yMin] = [Number(left), Number(top)];
    const box = { xMin, yMin, xMax: xMin + Number(width), yMax: yMin + Number(height) };
    return level !== "5" || text.trim() === ""
      ? []
      : [{ text, confidence: Number(confidence), box, place: `${block}.${paragraph}.${line}` }];
  });
}

/** Returns how far the page must be turned clockwise, and its script; undefined when the program cannot detect them. */
export async function orientationByProgram(
  image: GreyImage,
  dpi: number,
): Promise<{ readonly rotationDegrees: number; readonly script: string } | undefined> {
  const reported = await tesseract(image, ["--psm", "0", "--dpi", `${dpi}`]);
  const rotate = /^Rotate: (\d+)$/m.exec(reported)?.[1];
  const script = /^Script: (\w+)$/m.exec(reported)?.[1];
  return rotate === undefined || script === undefined ? undefined : { rotationDegrees: Number(rotate), script };
}

async function tesseract(image: GreyImage, options: readonly string[]): Promise<string> {
  const running = promisify(execFile)("tesseract", ["-", "-", ...options], {
    env: { OMP_THREAD_LIMIT: "1", PATH: "/usr/bin:/usr/local/bin" },
    maxBuffer: 2 ** 26,
  });
  running.child.stdin?.end(writePgm(image));
  return (await running).stdout;
}
