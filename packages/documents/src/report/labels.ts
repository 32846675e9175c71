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
  // A name with spaces was written for people.
  const words = /\s/.test(key.trim()) ? [key.trim()] : wordsOf(key);
  return words.map((word, index) => (index === 0 ? capitalised(word) : word)).join(" ");
}

function wordsOf(key: string): string[] {
  const parts = key.split(/[_\-.]+/).filter((part) => part !== "");
  const words = parts.flatMap((part) => part.match(CAMEL_WORD) ?? [part]);
  return words.length === 0 ? [key] : words.map(asWritten);
}

/**
 * The words of a name: a run of capitals is a word (`HTTPCode`: HTTP, Code), and so is one that begins with a capital;
 * digits stay with it.
 */
const CAMEL_WORD = /\p{Lu}+(?!\p{Ll})\d*|\p{Lu}?[^\p{Lu}]+|\p{Lu}/gu;

function asWritten(word: string): string {
  if (ABBREVIATIONS.has(word.toLowerCase())) {
    return word.toUpperCase();
  }
  return /^\p{Lu}{2,}\d*$/u.test(word) ? word : word.toLowerCase();
}

const capitalised = (word: string): string => word.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
