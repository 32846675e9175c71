import { type Fault, InvalidContent, valueError } from "../../kernel/faults.ts";
import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";

/** The languages that a document of a template is written in. */
export interface WrittenLanguage {
  /** The locale of dates, numbers and amounts; undefined: English. */
  readonly locale: string | undefined;
  /** The language of the template's labels; undefined when it has none. */
  readonly language: string | undefined;
}

/**
 * Returns the locale of a document and which of the template's labels are written: those of the locale, or of the same
 * language. Without a locale that is the language of the template's own `page`, else English, else the first
 * language that the template has. A template without labels can be written for any locale.
 * @throws InvalidContent when the template has no labels in the language of the locale
 */
export function writtenLanguage(
  { labels, page }: Pick<TemplateSnapshot, "labels" | "page">,
  locale: string | undefined,
): WrittenLanguage {
  const known = Object.keys(labels ?? {});
  const [first] = known;
  if (first === undefined) {
    return { locale, language: undefined };
  }
  if (locale !== undefined) {
    const language = matching(known, locale);
    if (language === undefined) {
      throw new InvalidContent([{ fault: unknownLanguage(known, locale), path: ["locale"] }]);
    }
    return { locale, language };
  }
  const own = typeof page["language"] === "string" ? page["language"] : DEFAULT;
  const language = matching(known, own) ?? first;
  return { locale: matching(known, own) === undefined ? first : own, language };
}

const DEFAULT = "en";

/** Finds the tag among `known` that is a locale's own, else that of its language, else that of another region. */
function matching(known: readonly string[], locale: string): string | undefined {
  const { language } = new Intl.Locale(locale);
  return (
    known.find((tag) => tag.toLowerCase() === locale.toLowerCase()) ??
    known.find((tag) => tag.toLowerCase() === language) ??
    known.find((tag) => new Intl.Locale(tag).language === language)
  );
}

function unknownLanguage(known: readonly string[], locale: string): Fault {
  const languages = known.join(", ");
  return valueError(`expected a language that the template has (${languages}), not ${locale}`, {
    takes: `one of ${languages}, with or without a region`,
    advice: "Another language can be added to the `labels` of a template of your own.",
  });
}
