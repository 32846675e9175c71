import { type CosDirect, CosString, Dict, decodeTextString, encodeTextString } from "@quire/cos";

export interface CatalogOptions {
  readonly hasTitle: boolean;
  readonly language?: string | undefined;
  readonly unsaidLanguage?: string | undefined;
}

/**
 * What a printed document has (ISO 32000-2, 7.7.2, table 29), or may well have. The rest, such as what is done when the
 * document is opened, is not the browser's: a page that has taken over its process put it there.
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

/** 12.2: the title is shown rather than the name of the file. */
function viewerPreferences(printed: Dict | undefined, hasTitle: boolean): Dict {
  const preferences = printed?.copy() ?? new Dict();
  preferences.delete("Type");
  preferences.delete("DisplayDocTitle");
  return hasTitle ? preferences.set("DisplayDocTitle", true) : preferences;
}

/** A language tag (BCP 47, 2.1); undefined for what is none. */
export function languageOf(value: CosDirect): string | undefined {
  const tag = value instanceof CosString && value.bytes.length <= MAX_TAG_BYTES ? decodeTextString(value.bytes) : "";
  return TAG.test(tag) ? tag : undefined;
}

const MAX_TAG_BYTES = 200;
const TAG = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;
