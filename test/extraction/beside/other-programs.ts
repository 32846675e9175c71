import { run } from "../../api/programs.ts";
import type { OtherTexts } from "./lost-text.ts";

/*
 * The text of pages by two other programs, Poppler's pdftotext and MuPDF's mutool.
 */

/** The fewest visible characters of a document that is compared. */
const LEAST_CHARACTERS = 20;

/**
 * Returns the text of the first `pages` pages of a PDF by both programs; undefined where one of them cannot read it, or
 * where there is next to no text.
 */
export async function otherTexts(path: string, pages: number): Promise<OtherTexts | undefined> {
  const [poppler, mupdf] = await Promise.all([
    textBy("pdftotext", ["-l", String(pages), path, "-"]),
    textBy("mutool", ["draw", "-q", "-F", "txt", "-o", "-", path, `1-${pages}`]),
  ]);
  return poppler === undefined || mupdf === undefined || poppler.replaceAll(/\s/gu, "").length < LEAST_CHARACTERS
    ? undefined
    : [poppler, mupdf];
}

/** Returns the number of pages that pdfinfo finds; 1 where it finds none. */
export async function pageCount(path: string): Promise<number> {
  const { stdout } = await run("pdfinfo", [path]);
  return Number(/^Pages:\s+(\d+)/m.exec(stdout.toString("utf8"))?.[1] ?? 1);
}

/** The time after which a program is said not to read a document. */
const MOST_SECONDS = 10;

async function textBy(program: string, args: readonly string[]): Promise<string | undefined> {
  const { status, stdout } = await run("timeout", [String(MOST_SECONDS), program, ...args]);
  return status === 0 ? stdout.toString("utf8") : undefined;
}
