const ENTITY = /&(?=#?[a-z\d]+;)/gi;

/** Returns the destination of a link (CommonMark 6.3); `href` is a safe one. */
export function destination(href: string): string {
  const clean = href
    .replaceAll(/[\s<>\\`"|]/g, (character) => encodeURIComponent(character))
    .replaceAll(ENTITY, "&amp;");
  return isBalanced(clean) ? clean : `<${clean}>`;
}

/** Returns whether parentheses pair, and not too deep for any implementation. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth < 0 || depth > 3) {
      return false;
    }
  }
  return depth === 0;
}
