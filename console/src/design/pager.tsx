import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./pager.module.css";
import type { Pages } from "./use-pages.ts";

interface PagerProps {
  readonly pages: Pages;
  /** The `next_cursor` of the page that is shown; null on the last one, undefined while it is being read. */
  readonly nextCursor: string | null | undefined;
  /** What the pages list, such as `jobs`. */
  readonly of: string;
}

/** The buttons between the pages of a list; nothing where there is one page alone. */
export function Pager({ pages, nextCursor, of }: PagerProps): ReactNode {
  if (pages.page === 1 && typeof nextCursor !== "string") {
    return null;
  }
  return (
    <nav className={styles["pager"]} aria-label={`Pages of ${of}`}>
      <Button isDisabled={pages.page === 1} onPress={pages.previous}>
        Previous
      </Button>
      <span aria-live="polite">Page {pages.page}</span>
      <Button
        isDisabled={typeof nextCursor !== "string"}
        onPress={() => typeof nextCursor === "string" && pages.next(nextCursor)}
      >
        Next
      </Button>
    </nav>
  );
}
