import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareNames, corpusFiles } from "../corpora/corpus.ts";

/** A document that mutations start from. */
export interface Seed {
  readonly id: string;
  readonly path: string;
  readonly password: string | undefined;
}

const CORPUS_SEEDS = 200;

/**
 * Returns the fixtures, and 200 files of the corpus `pdfs` where there is one, spread over the names; none larger than
 * `maxBytes`.
 */
export async function fuzzSeeds(corpora: string | undefined, maxBytes: number): Promise<Seed[]> {
  const fixtures = fixtureSeeds();
  if (corpora === undefined) {
    return fixtures;
  }
  const files = (await corpusFiles(corpora)).filter(
    ({ id, path }) => id.startsWith("pdfs/") && readFileSync(path).length <= maxBytes,
  );
  const chosen = Array.from(
    { length: Math.min(CORPUS_SEEDS, files.length) },
    (_, index) => files[Math.floor((index * files.length) / CORPUS_SEEDS)],
  );
  return [...chosen.filter((file) => file !== undefined), ...fixtures];
}

/** The passwords of fixtures, as test/fixtures/README.md states them. */
const PASSWORDS: readonly (readonly [RegExp, string | undefined])[] = [
  [/^encrypted-(owner-only|for-certificate)/, undefined],
  [/^encrypted-latin-password/, "pässwörd"],
  [/^encrypted-saslprep-password/, "IXé"],
  [/^encrypted-unprepared-password/, "Ⅸ"],
  [/^encrypted-/, "user"],
  [/^locked-(owner-only|certificate)/, undefined],
  [/^locked-any-script/, "пароль-密码-🔑"],
  [/^locked-latin-1/, "pässwörd"],
  [/^locked-/, "open sesame"],
];

function fixtureSeeds(): Seed[] {
  const directory = join(import.meta.dirname, "..", "fixtures");
  return readdirSync(directory)
    .filter((name) => name.endsWith(".pdf"))
    .toSorted(compareNames)
    .map((name) => ({
      id: `fixtures/${name}`,
      path: join(directory, name),
      password: PASSWORDS.find(([pattern]) => pattern.test(name))?.[1],
    }));
}
