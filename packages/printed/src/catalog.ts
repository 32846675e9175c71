import { type CosDirect, CosString, Dict, decodeTextString, encodeTextString } from "@quire/cos";

export interface CatalogOptions {
  readonly hasTitle: boolean;
  readonly language?: string | undefined;
  readonly unsaidLanguage?: string | undefined;
}

/**
 * The catalog entries (ISO 32000-2, 7.7.2, table 29) that a printed document has or may reasonably have. All others,
 * such as actions on opening the document, do not come from the browser: a page that has taken over the browser's
 * process put them there.
 */
const KEPT = new Set(
  "Type Pages PageLabels Dests ViewerPreferences PageLayout PageMode Outlines StructTreeRoot MarkInfo".split(" "),
);

export function finishedCatalog(printed: Dict, { hasTitle, language, unsaidLanguage }: CatalogOptions): Dict {
  const catalog = new Dict([...printed.entries].filter(([key]) => KEPT.has(key)));
  const said = languageOf(printed.get("Lang"));
  const actual = said === undefined || said === unsaidLanguage ? language : said;
  if (actual !== undefined) {
    catalog.set("Lang", new CosString(encodeTextString(actual)));
  }
  const preferences = viewerPreferences(printed.dict("ViewerPreferences"), hasTitle);
  catalog.delete("ViewerPreferences");
  if (preferences.entries.size > 0) {
    catalog.set("ViewerPreferences", preferences);
  }
  return catalog;
}

/** Copies the viewer preferences, with the title shown in place of the file's name when there is a title (12.2). */
function viewerPreferences(printed: Dict | undefined, hasTitle: boolean): Dict {
  const preferences = printed?.copy() ?? new Dict();
  preferences.delete("Type");
  preferences.delete("DisplayDocTitle");
  return hasTitle ? preferences.set("DisplayDocTitle", true) : preferences;
}

/** Returns the language tag (BCP 47, 2.1) that a value holds, or undefined when it holds none. */
export function languageOf(value: CosDirect): string | undefined {
  const tag = value instanceof CosString && value.bytes.length <= MAX_TAG_BYTES ? decodeTextString(value.bytes) : "";
  return isLanguageTag(tag) ? tag : undefined;
}

const MAX_TAG_BYTES = 200;

/**
 * Returns whether a text is a well-formed language tag (RFC 5646, 2.1) whose language can be known: no language has a
 * subtag of four letters or more, as names of languages in HTML often do. Unicode has no extended languages, as in zh-cmn.
 */
function isLanguageTag(text: string): boolean {
  if (PRIVATE_OR_REGISTERED.test(text)) {
    return true;
  }
  try {
    return PRIMARY.test(text) && Intl.getCanonicalLocales(text.replace(EXTENDED, "$1")).length === 1;
  } catch {
    return false;
  }
}

const PRIVATE_OR_REGISTERED = /^[ix](?:-[a-z0-9]{1,8})+$/i;
const PRIMARY = /^[a-z]{2,3}(?:-|$)/i;
const EXTENDED = /^([a-z]{2,3})(?:-[a-z]{3}){1,3}(?=-|$)/i;
