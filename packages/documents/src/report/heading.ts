import { block, type Flow } from "./flow.ts";
import { directionAttribute, linkedHtml } from "./html.ts";

/**
 * Returns a heading of a rank, of which 2 is the highest below the title.
 * @param kind the class of the heading; empty for none
 * @param id the name by which the appendix is referred to
 */
export function heading(text: string, { rank }: { readonly rank: number }, kind = "", id?: string): Flow {
  const name = `h${Math.min(rank, DEEPEST_HEADING)}`;
  const attributes = `${id === undefined ? "" : ` id=${id}`}${kind === "" ? "" : ` class=${kind}`}${directionAttribute(text)}`;
  return block(`<${name}${attributes}>${linkedHtml(text)}</${name}>\n`, { staysWithNext: true });
}

const DEEPEST_HEADING = 6;
