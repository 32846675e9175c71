/**
 * The first language that the browser is started with (`--accept-lang`): it writes that as the language of documents
 * that do not state theirs, which would otherwise be labelled as English. Pages that ask for the user's language take
 * it for English; the part after `x` is for private use (BCP 47, 2.2.7).
 */
export const UNSAID_LANGUAGE = "en-US-x-unsaid";
