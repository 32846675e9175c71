import type { Waiting } from "../../src/engines/chromium/port.ts";
import type { Site } from "./site.ts";
import { type Address, type Vector, vectorsFor } from "./vectors.ts";

/** The time for which a page delays its load event; some vectors start only after it. */
const GATE_MS = 3000;
/** The time for which a page waits for what is not to arrive. */
const PAUSE_MS = 700;
/** The time that a page which moves may take for it. */
const MOVE_MS = 8000;

export interface Sides {
  /** The site that may be reached. */
  readonly open: Site;
  /** The site that may not be reached. */
  readonly shut: Site | undefined;
}

export interface ProbePage {
  readonly name: string;
  readonly html: string;
  /** The vectors that have to reach the open site. */
  readonly expected: readonly string[];
  readonly waiting: Partial<Waiting>;
}

/**
 * Returns pages that hold all vectors, each twice: once to the open site, once to the shut one. A picture at their end
 * comes from the open site when everything that is expected there has come, and delays the load event until then.
 */
export function probePages(
  sides: Sides,
  {
    pass,
    runsScript,
    isExpected,
  }: { readonly pass: string; readonly runsScript: boolean; readonly isExpected: (vector: Vector) => boolean },
): readonly ProbePage[] {
  const vectors = vectorsFor(runsScript);
  const together = vectors.filter(({ isAlone }) => isAlone === undefined);
  const sites = [sides.open, ...(sides.shut === undefined ? [] : [sides.shut])];
  const expected = together.filter(isExpected).map(({ id }) => id);
  const many: ProbePage = {
    name: "many",
    html: documentOf(
      [
        "<body><p>probe",
        ...sites.flatMap((site) =>
          together.map((vector) => htmlOf(vector, addressOf(site, sides.open, vector.id, pass))),
        ),
        gate(sides.open, { pass, ids: expected }),
      ].join("\n"),
    ),
    expected,
    waiting: { delayMs: PAUSE_MS },
  };
  const alone = vectors
    .filter(({ isAlone }) => isAlone !== undefined)
    .flatMap((vector) =>
      sites.map((site): ProbePage => {
        const isArriving = site === sides.open && isExpected(vector);
        return {
          name: `${vector.id}-${site === sides.open ? "open" : "shut"}`,
          html: documentOf(htmlOf(vector, addressOf(site, sides.open, vector.id, pass))),
          expected: isArriving ? [vector.id] : [],
          waiting: isArriving
            ? vector.isAlone === "moves"
              ? { selector: "#reached", timeoutMs: MOVE_MS }
              : {}
            : { delayMs: PAUSE_MS },
        };
      }),
    );
  return [many, ...alone];
}

function addressOf(site: Site, open: Site, id: string, pass: string, host = "127.0.0.1"): Address {
  const authority = `${host}:${site.portOf(id)}`;
  const url = (kind: string, scheme = "http"): string => `${scheme}://${authority}/v/${pass}/${id}/x.${kind}`;
  return {
    url,
    authority,
    helper: (name, kind) => `${open.origin}/help/${name}?to=${encodeURIComponent(url(kind))}`,
    unique: `u${site === open ? "o" : "s"}-${id}`,
  };
}

const documentOf = (body: string): string => `<!doctype html><html lang="en"><title>probe</title>${body}`;

const gate = (open: Site, { pass, ids }: { readonly pass: string; readonly ids: readonly string[] }): string =>
  `<img src="${open.origin}/gate?pass=${pass}&amp;ms=${GATE_MS}&amp;ids=${ids.join()}">`;

/**
 * Returns the HTML of a vector. The scripts of one page do not see each other, and do not stop each other by an error.
 */
function htmlOf({ markup, script }: Vector, to: Address): string {
  return markup?.(to) ?? `<body><script>(async () => { ${script?.(to) ?? ""} })().catch(() => {})</script>`;
}
