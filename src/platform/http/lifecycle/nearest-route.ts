import { distance } from "fastest-levenshtein";
import { nearest } from "../../../kernel/nearest.ts";

/** A route that is registered: its method and its path in Fastify's form. */
export interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

const PREFIX = "/api/v1";
const MAX_PATH_CHARACTERS = 100;

/**
 * Returns the route that a client most likely meant by a path that nothing answers: another spelling, a part that was
 * left out, or another group with the same last part. `method` is that of the request: its routes count first.
 */
export function nearestRoute(
  { method, path }: KnownRoute,
  routes: readonly KnownRoute[],
): { readonly method: string; readonly path: string } | undefined {
  if (path.length > MAX_PATH_CHARACTERS) {
    return undefined;
  }
  const wanted = shortOf(path);
  const byPath = new Map<string, KnownRoute>();
  for (const route of routes.filter((known) => known.method !== "HEAD" && known.method !== "OPTIONS")) {
    const filled = shortOf(filledIn(route.path, path));
    if (!byPath.has(filled) || route.method === method) {
      byPath.set(filled, route);
    }
  }
  const meant = nearest(wanted, byPath.keys()) ?? withSameEnd(wanted, byPath);
  const route = meant === undefined ? undefined : byPath.get(meant);
  return route === undefined
    ? undefined
    : { method: route.method, path: route.path.replace(/:(\w+)/g, (_, name: string) => `{${name}}`) };
}

const segmentsOf = (path: string): readonly string[] => path.split("/").filter((segment) => segment !== "");

const shortOf = (path: string): string => (path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path);

/** Returns the path of a route with its parameters as the client's path has them at the same place. */
function filledIn(pattern: string, path: string): string {
  const given = segmentsOf(path);
  return `/${segmentsOf(pattern)
    .map((segment, index) => (segment.startsWith(":") ? (given[index] ?? segment) : segment))
    .join("/")}`;
}

/** Returns the only path whose last part is that of `wanted`, give or take a letter. */
function withSameEnd(wanted: string, routes: ReadonlyMap<string, KnownRoute>): string | undefined {
  const end = segmentsOf(wanted).at(-1) ?? "";
  const endOf = ({ path }: KnownRoute): string => segmentsOf(path).at(-1) ?? "";
  const alike = [...routes].filter(([, route]) => end.length > 3 && distance(endOf(route), end) <= 1);
  return alike.length === 1 ? alike[0]?.[0] : undefined;
}
