import { distance } from "fastest-levenshtein";
import { nearest } from "../../../kernel/nearest.ts";

/** A route that is registered: its method and its path in Fastify's form. */
export interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

const PREFIX = "/api/v1";
const MAX_PATH_CHARACTERS = 100;

/** What other services call the last part of a path, with the last part of the path that it is here. */
const OTHER_ENDS: Readonly<Record<string, string>> = {
  combine: "merge",
  concat: "merge",
  join: "merge",
  burst: "split",
  stamp: "watermark",
  unlock: "remove-password",
  decrypt: "remove-password",
  encrypt: "remove-password",
  protect: "remove-password",
  html: "html-to-pdf",
  url: "html-to-pdf",
  "url-to-pdf": "html-to-pdf",
  "webpage-to-pdf": "html-to-pdf",
  markdown: "markdown-to-pdf",
  text: "pdf-to-text",
  "extract-text": "pdf-to-text",
  images: "pdf-images",
  "extract-images": "pdf-images",
  template: "from-template",
  render: "from-template",
  balance: "account",
  credits: "account",
  me: "account",
  swagger: "docs",
};

/**
 * Returns the route that a client most likely meant by a path that nothing answers: another spelling, a part that was
 * left out, another group with the same last part, or the name of other services. `method` is that of the request: its
 * routes count first, and nothing that is only read is suggested to who sends something.
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
  const possible = routes.filter((known) => mayBeMeant(known.method, method));
  for (const route of possible) {
    const filled = shortOf(filledIn(route.path, path));
    if ((!byPath.has(filled) || route.method === method) && hasAlikeParts(route.path, path)) {
      byPath.set(filled, route);
    }
  }
  const meant = nearest(wanted, byPath.keys()) ?? withSameEnd(wanted, byPath);
  const route = byOtherName(wanted, possible) ?? (meant === undefined ? undefined : byPath.get(meant));
  return route === undefined
    ? undefined
    : { method: route.method, path: route.path.replace(/:(\w+)/g, (_, name: string) => `{${name}}`) };
}

function mayBeMeant(known: string, asked: string): boolean {
  const isRead = asked === "GET" || asked === "HEAD";
  return known !== "HEAD" && known !== "OPTIONS" && (isRead || known !== "GET");
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

/**
 * Returns whether the parts of a route that are words are like those of a path at the same places, where the route has
 * parameters, which are like anything; and whether it converts alike, which pdf-to-image does not for image-to-pdf.
 */
function hasAlikeParts(pattern: string, path: string): boolean {
  const [parts, given] = [segmentsOf(shortOf(pattern)), segmentsOf(shortOf(path))];
  if (!pattern.includes(":")) {
    return convertsAlike(parts.at(-1) ?? "", given.at(-1) ?? "");
  }
  const isAlike = (part: string, index: number): boolean =>
    part.startsWith(":") || distance(part, given[index] ?? "") <= part.length / 3;
  return parts.length === given.length && parts.every(isAlike);
}

/** Returns whether a conversion is from and to what another is, give or take some letters; true for other names. */
function convertsAlike(known: string, asked: string): boolean {
  const [from = "", to] = known.split("-to-", 2);
  const [askedFrom = "", askedTo] = asked.toLowerCase().split("-to-", 2);
  return to === undefined || askedTo === undefined || (isNear(from, askedFrom) && isNear(to, askedTo));
}

const isNear = (one: string, other: string): boolean => distance(one, other) <= Math.ceil(one.length / 3);

const endOf = (path: string): string => segmentsOf(path).at(-1) ?? "";

/** Returns the only path whose last part is that of `wanted`, give or take a letter. */
function withSameEnd(wanted: string, routes: ReadonlyMap<string, KnownRoute>): string | undefined {
  const end = endOf(wanted);
  const alike = [...routes].filter(([, { path }]) => end.length > 3 && distance(endOf(path), end) <= 1);
  return alike.length === 1 ? alike[0]?.[0] : undefined;
}

function byOtherName(wanted: string, routes: readonly KnownRoute[]): KnownRoute | undefined {
  const end = endOf(wanted).toLowerCase();
  const own = Object.hasOwn(OTHER_ENDS, end) ? OTHER_ENDS[end] : undefined;
  return routes.find(({ path }) => own !== undefined && endOf(path) === own);
}
