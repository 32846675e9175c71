import type { TemplateLabels } from "../../../../kernel/template-snapshot.ts";
import { LETTER_LABELS } from "./letter-labels.ts";
import { TABLE_LABELS } from "./table-labels.ts";
import { LANGUAGES, type Translations } from "./translations.ts";

const LABELS: ReadonlyMap<string, Translations> = new Map(Object.entries({ ...LETTER_LABELS, ...TABLE_LABELS }));

/**
 * Returns the labels that the texts of a template name by `{{t "key"}}`. Where a second value chooses among variants, as
 * in `{{t "reminder" level}}`, all of them (`reminder_1`) are returned.
 * @throws Error for a key that no label has
 */
export function labelsOf(texts: readonly string[]): TemplateLabels {
  const keys = texts.flatMap((text) => [...text.matchAll(/[{(]t "([a-z_]+)"( (?![a-z_]+=)[a-z(])?/g)].flatMap(keysOf));
  const known = [...new Set(keys)].toSorted();
  return Object.fromEntries(
    LANGUAGES.map((language, index) => [
      language,
      Object.fromEntries(known.map((key) => [key, LABELS.get(key)?.[index] ?? ""])),
    ]),
  );
}

function keysOf([, key = "", variant]: RegExpExecArray): readonly string[] {
  const keys = [...LABELS.keys()].filter((known) =>
    variant === undefined ? known === key : new RegExp(`^${key}_\\d$`).test(known),
  );
  if (keys.length === 0) {
    throw new Error(`There is no label ${key} of the starters.`);
  }
  return keys;
}
