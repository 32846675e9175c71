import type MarkdownIt from "markdown-it";

/**
 * Sets up GitHub's extended autolinks: addresses that begin with `http://`, `https://` or `www.`, and those of mail. A
 * bare `README.md` or `example.com` is no link.
 */
export function linkWebAddresses(parser: MarkdownIt): void {
  const { linkify } = parser;
  linkify.set({ fuzzyLink: false, fuzzyEmail: true });
  linkify.add("//", null).add("ftp:", null);
  linkify.add("www.", {
    validate: (text, start, self) => lengthOfHost(text, start, self),
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
}

/**
 * The greatest length of the text behind `www.` that is looked at, in UTF-16 units: each of many such texts may be read
 * to its end.
 */
const MAX_ADDRESS = 2_000;

let hostAndPath: RegExp | undefined;

/** Returns how far the address goes on behind its `www.`; 0 where there is no address. */
function lengthOfHost(text: string, start: number, linkify: MarkdownIt["linkify"]): number {
  const { re } = linkify;
  // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
  hostAndPath ??= new RegExp(`(?:${re.src_host_port_strict})${re.src_path}`, "iy");
  hostAndPath.lastIndex = 0;
  return hostAndPath.exec(text.slice(start, start + MAX_ADDRESS))?.[0].length ?? 0;
}
