/*
 * The grammar of page lists of the contract: `all`, `first`, `last`, `odd` or `even`, or items with commas between them:
 * `n`, `n-n`, `n-` to the end, `-n` from the first page. Spaces are allowed around commas and hyphens alone.
 */

/** Returns what is wrong with a page list; undefined for one that is right. */
export function pageListFault(text: string): string | undefined {
  const list = text.trim().toLowerCase();
  if (list === "" || ["all", "first", "last", "odd", "even"].includes(list)) {
    return undefined;
  }
  for (const item of list.split(",")) {
    const { first, last } = rangeOf(item) ?? {};
    if (first === undefined || last === undefined) {
      return `“${item.trim()}” is neither a page nor a range; a list is written like 1-3,5.`;
    }
    if (first < 1 || last < 1) {
      return "Pages are counted from 1.";
    }
    if (last < first) {
      return `The range ${item.trim()} is reversed.`;
    }
  }
  return undefined;
}

/** Returns the pages that a list names in a document; none for a list that is not right. */
export function pagesOfList(text: string, pageCount: number): ReadonlySet<number> {
  const list = text.trim().toLowerCase();
  const all = Array.from({ length: pageCount }, (_, index) => index + 1);
  if (list === "" || pageListFault(list) !== undefined) {
    return new Set();
  }
  switch (list) {
    case "all":
      return new Set(all);
    case "first":
      return new Set(all.slice(0, 1));
    case "last":
      return new Set(all.slice(-1));
    case "odd":
    case "even":
      return new Set(all.filter((page) => page % 2 === (list === "odd" ? 1 : 0)));
    default: {
      const ranges = list.split(",").flatMap((item) => rangeOf(item) ?? []);
      return new Set(all.filter((page) => ranges.some(({ first, last }) => page >= first && page <= last)));
    }
  }
}

/** Returns the list of pages in its shortest form, such as `1-3,5`. */
export function listOfPages(pages: ReadonlySet<number>): string {
  const ranges: { first: number; last: number }[] = [];
  for (const page of [...pages].toSorted((left, right) => left - right)) {
    const open = ranges.at(-1);
    if (open !== undefined && page === open.last + 1) {
      open.last = page;
    } else {
      ranges.push({ first: page, last: page });
    }
  }
  return ranges.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(",");
}

function rangeOf(item: string): { readonly first: number; readonly last: number } | undefined {
  const [from = "", to, ...more] = item.split("-").map((text) => text.trim());
  const numbers = [from, to ?? ""].filter((text) => text !== "");
  if (more.length > 0 || numbers.length === 0 || !numbers.every((text) => /^\d+$/.test(text))) {
    return undefined;
  }
  const first = from === "" ? 1 : Number(from);
  return { first, last: to === undefined ? first : to === "" ? Number.POSITIVE_INFINITY : Number(to) };
}
