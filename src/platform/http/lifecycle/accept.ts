/**
 * Returns whether a client would rather have HTML than JSON, by its Accept header: browsers name `text/html`, programs
 * name JSON or take anything.
 */
export function prefersHtml(accept: string | undefined): boolean {
  const qualities = new Map<string, number>();
  for (const range of (accept ?? "").split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    qualities.set(type, quality === undefined ? 1 : Number(quality.slice(2)));
  }
  return (qualities.get("text/html") ?? 0) > (qualities.get("application/json") ?? 0);
}
