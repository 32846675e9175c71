/** Returns a text of at most `maxCharacters`, in one piece of Unicode; a longer one ends with an ellipsis. */
export function shownText(text: string, maxCharacters: number): string {
  // Some writers end texts with zeros.
  const meant = text.replaceAll("\0", " ").trimEnd().toWellFormed();
  return meant.length <= maxCharacters ? meant : `${meant.slice(0, maxCharacters - 1)}…`.toWellFormed();
}
