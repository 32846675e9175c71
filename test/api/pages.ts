import { run, withFile } from "./programs.ts";

/* What other programs read from the pages and outlines of a PDF. */

/** Returns the text of each page, by pdftotext. */
export async function pageTexts(bytes: Buffer, password?: string): Promise<string[]> {
  const { stdout, stderr } = await withFile(bytes, (path) =>
    run("pdftotext", ["-layout", ...(password === undefined ? [] : ["-upw", password]), path, "-"]),
  );
  if (stdout.length === 0) {
    throw new Error(`pdftotext read nothing: ${stderr}`);
  }
  // It ends each page with a form feed.
  return stdout.toString("utf8").split("\f").slice(0, -1);
}

/** Returns the titles of the outermost outline items, by qpdf. */
export async function outlineTitles(bytes: Buffer): Promise<string[]> {
  const { stdout } = await withFile(bytes, (path) => run("qpdf", ["--json=2", "--json-key=outlines", path]));
  const { outlines } = JSON.parse(stdout.toString("utf8")) as { outlines: readonly { readonly title: string }[] };
  return outlines.map(({ title }) => title);
}
