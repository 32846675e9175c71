/** The languages that each starter is written in; the first is that of documents without a locale. */
export const LANGUAGES = ["en", "de", "fr", "es", "ar"] as const;

/** A text in the languages of `LANGUAGES`, in their order. */
export type Translations = readonly [en: string, de: string, fr: string, es: string, ar: string];
