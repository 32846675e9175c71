import { useCallback, useState } from "react";

/** Where one is in a list that the API gives by pages, each named by a cursor that the page before it has. */
export interface Pages {
  /** The cursor of the page that is shown; undefined for the first. */
  readonly cursor: string | undefined;
  /** The number of the page that is shown, from 1. */
  readonly page: number;
  next(cursor: string): void;
  previous(): void;
  /** Goes back to the first page, as after another filter. */
  restart(): void;
}

/** Remembers the cursors of the pages that were gone through, because the API knows only the way forward. */
export function usePages(): Pages {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    cursor: cursors.at(-1),
    page: cursors.length + 1,
    next: useCallback((cursor: string) => setCursors((known) => [...known, cursor]), []),
    previous: useCallback(() => setCursors((known) => known.slice(0, -1)), []),
    restart: useCallback(() => setCursors([]), []),
  };
}
