/**
 * What the browser is to be started with as its first language (`--accept-lang`): it writes that as the language of
 * documents that do not say theirs, which would otherwise be told as English. Pages that ask for the user's language
 * take it for English; the part after `x` is for private use (BCP 47, 2.2.7).
 */
export const UNSAID_LANGUAGE = "en-US-x-unsaid";
