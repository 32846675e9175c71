import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { bundledLanguages } from "shiki/langs";
import { bundledThemes } from "shiki/themes";

/** The highlighter of all documents, which keeps what it has loaded. */
let highlighter: Promise<HighlighterCore> | undefined;

/**
 * Returns a highlighter that knows this language and this theme; undefined when one of them does not exist, or cannot
 * be loaded.
 */
export async function highlighterFor(language: string, theme: string): Promise<HighlighterCore | undefined> {
  const loadTheme = own(bundledThemes, theme);
  const loadLanguage = own(bundledLanguages, language);
  const isPlain = language === "text";
  if (loadTheme === undefined || (loadLanguage === undefined && !isPlain)) {
    return undefined;
  }
  highlighter ??= createHighlighterCore({ engine: createJavaScriptRegexEngine({ forgiving: true }) });
  const core = await highlighter;
  try {
    // What is loaded again is read again.
    if (!core.getLoadedThemes().includes(theme)) {
      await core.loadTheme(loadTheme);
    }
    if (loadLanguage !== undefined && !core.getLoadedLanguages().includes(language)) {
      await core.loadLanguage(loadLanguage);
    }
    return core;
  } catch {
    return undefined;
  }
}

export async function loadAllLanguages(): Promise<void> {
  await Promise.all([...Object.values(bundledLanguages), ...Object.values(bundledThemes)].map((load) => load()));
}

const own = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;
