/**
 * Returns CSS without anything that fetches. Outside of strings no escape is left, so that names are what they look
 * like.
 * @param removed gets the names of what was left out
 */
export function cleanStyle(css: string, removed: Set<string>): string {
  return plainCss(css)
    .replace(/@(?:import|namespace|charset)\b[^;{}]*;?/gi, () => {
      removed.add("import");
      return "";
    })
    .replace(FETCHING, (whole: string, name: string, rest: string) => {
      if (name.toLowerCase() === "url" && EMBEDDED.test(rest.trimStart())) {
        return whole;
      }
      removed.add("url");
      return "none";
    });
}

const EMBEDDED = /^(?:["']\s*)?data:(?:image|font|application\/(?:x-)?font)/i;
const FETCHING = /(?:-webkit-)?\b(url|src|image|image-set|cross-fade|element)\(((?:"[^"]*"|'[^']*'|[^)"'])*)\)?/gi;

/** Returns CSS without comments, and without backslashes outside of strings. */
const plainCss = (css: string): string =>
  css.replace(
    /\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|("(?:[^"\\\n]|\\[^])*(?:"|$|(?=\n))|'(?:[^'\\\n]|\\[^])*(?:'|$|(?=\n)))|\\|\0/g,
    (_, text?: string) => (text === undefined ? " " : text),
  );
