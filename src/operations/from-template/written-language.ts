import type { TemplateSnapshot } from "../../kernel/template-snapshot.ts";

/** The languages that a document of a template is written in. */
export interface WrittenLanguage {
  /** The locale of dates, numbers and amounts; undefined: English. */
  readonly locale: string | undefined;
  /** The language of the template's labels; undefined when it has none. */
  readonly language: string | undefined;
  /** Whether the template has no labels in the language that was asked for, and others stand in for them. */
  readonly lacksLabels: boolean;
}

/**
 * Returns the locale of a document and which of the template's labels are written: those of the locale, or of the same
 * language. Without a locale, and for one whose language has no labels, these are in the language of the template's own
 * `page`, else in English, else in the first language that the template has; dates, numbers and amounts are those of the
 * locale all the same. A template without labels can be written for any locale.
 */
export function writtenLanguage(
  { labels, page }: Pick<TemplateSnapshot, "labels" | "page">,
  locale: string | undefined,
): WrittenLanguage {
  const known = Object.keys(labels ?? {});
  const [first] = known;
  if (first === undefined) {
    return { locale, language: undefined, lacksLabels: false };
  }
  const asked = locale === undefined ? undefined : matching(known, locale);
  const own = typeof page["language"] === "string" ? page["language"] : DEFAULT;
  const language = asked ?? matching(known, own) ?? first;
  const ownLocale = matching(known, own) === undefined ? first : own;
  return { locale: locale ?? ownLocale, language, lacksLabels: locale !== undefined && asked === undefined };
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
