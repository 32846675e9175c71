const PAGE = /-(\d{1,9})$/;

/** Returns the page that a checkpoint is of, which the end of its name says; undefined when it is of no page. */
export function pageOfName(name: string): number | undefined {
  const [, page] = PAGE.exec(name) ?? [];
  return page === undefined ? undefined : Number(page);
}
