const ABBREVIATIONS = new Set(
  "api bic cpu css csv dns eu faq gpu html http https iban id ip isbn iso json kpi mac pdf php pin qr ram sku sql ssl tls ui uk url us usb utc uuid vat xml zip".split(
    " ",
  ),
);

/**
 * Returns a member's name as people write it: `due_date` becomes "Due date", `customerID` "Customer ID", and "Name
 * (full)" stays.
 */
export function labelOf(key: string): string {
  if (key.trim() === "") {
    return "(no name)";
  }
  // A name with spaces was written for people; versions, dates, paths and the like are no words.
  if (/\s/.test(key.trim()) || /[/:@\\]/.test(key) || !/\p{L}/u.test(key)) {
    return /\s/.test(key.trim()) ? capitalised(key.trim()) : key;
  }
  const words = wordsOf(key);
  return words.map((word, index) => (index === 0 ? capitalised(word) : word)).join(" ");
}

/**
 * Returns whether the names of members are data of their own, such as those of packages or headers, and not to be
 * written as people would: all members are texts, and a name has what those of fields never have.
 */
export const areNames = (members: Iterable<readonly [string, unknown]>): boolean => {
  let hasName = false;
  for (const [key, value] of members) {
    if (typeof value !== "string") {
      return false;
    }
    hasName ||= /^\p{Ll}.*-|[/@]/u.test(key);
  }
  return hasName;
};

function wordsOf(key: string): string[] {
  const parts = key.split(/[_\-.]+/).filter((part) => part !== "");
  const words = parts.flatMap((part) => part.match(CAMEL_WORD) ?? [part]);
  const spaced = words.flatMap((word) => NUMBERED.exec(word)?.slice(1) ?? [word]);
  return spaced.length === 0 ? [key] : spaced.map(asWritten);
}

/**
 * The words of a name: a run of capitals is a word (`HTTPCode`: HTTP, Code), and so is one that begins with a capital;
 * digits stay with it.
 */
const CAMEL_WORD = /\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?[^\p{Lu}]+|\p{Lu}/gu;

/** The words that are counted: `line1` is line 1, while sha256 and utf8 are names. */
const NUMBERED =
  /^(addr|address|column|email|field|image|item|level|line|option|part|phone|photo|step|street|tag|value)(\d+)$/i;

function asWritten(word: string): string {
  if (ABBREVIATIONS.has(word.toLowerCase())) {
    return word.toUpperCase();
  }
  return /^\p{Lu}{2,}\d*$/u.test(word) ? word : word.toLowerCase();
}

const capitalised = (word: string): string => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
