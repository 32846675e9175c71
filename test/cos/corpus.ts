import { type CorpusFile, corpusFiles } from "../corpora/corpus.ts";

/** Passwords that the manifest of the corpus does not state; they are from the bug reports that the files belong to. */
const PASSWORDS: Readonly<Record<string, string>> = { "pdfs/pr6531_1.pdf": "asdfasdf" };

/** Returns the files of the corpora `pdfs` and `hostile`, by name, with their passwords. */
export async function filesWithPasswords(root: string): Promise<CorpusFile[]> {
  const files = await corpusFiles(root);
  return files.map((file) => ({ ...file, password: file.password ?? PASSWORDS[file.id] }));
}

export const isHostile = (file: { readonly id: string }): boolean => file.id.startsWith("hostile/");

/**
 * Returns the fixed sample of `npm test`: every 24th document, every 16th hostile one, and those that `always` names.
 */
export function sampleOf(files: readonly CorpusFile[], always: ReadonlySet<string>): CorpusFile[] {
  const everyNth = (corpus: readonly CorpusFile[], nth: number): CorpusFile[] =>
    corpus.filter((file, index) => index % nth === 5 || always.has(file.id));
  return [
    ...everyNth(
      files.filter((file) => !isHostile(file)),
      24,
    ),
    ...everyNth(files.filter(isHostile), 16),
  ];
}
