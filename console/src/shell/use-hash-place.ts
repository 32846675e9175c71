import { useHashLocation } from "wouter/use-hash-location";

/**
 * The location that the router reads: the path behind the `#` of the address, without a query, which no place of the
 * console has.
 */
export function useHashPlace(): ReturnType<typeof useHashLocation> {
  const [path, navigate] = useHashLocation();
  return [path.replace(/\?.*$/s, ""), navigate];
}

/** Makes the address of a link from its path. */
useHashPlace.hrefs = (path: string): string => `#${path}`;
