import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Warning } from "../../../kernel/failure.ts";
import type { BodyRules } from "../body/body.ts";
import { JSON_BODY_BYTES, type JsonMembers, readJsonBody } from "../body/json/json-body.ts";
import { queryOf } from "../body/query.ts";
import { explained, unknownNameWarnings } from "../body/unknown-names.ts";
import { InvalidRequest, itemFor, itemsFrom, type ValidationItem } from "../body/validation.ts";
import type { Resource } from "./resource.ts";

/** The checked body and query of a request to a resource. */
export interface BoundRequest {
  readonly body: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  /** The members of the body that the resource knows, as they were sent. */
  readonly sent: JsonMembers;
  readonly warnings: readonly Warning[];
}

/**
 * Reads and checks body and query, and reports all faults at once: steps 6 and 7 of the order of checks (contract §2).
 * @throws InvalidRequest, and what `readJsonBody` throws
 */
export async function bindRequest(
  { body: bodySchema, query: querySchema, bodyBytes = JSON_BODY_BYTES }: Pick<Resource, "body" | "query" | "bodyBytes">,
  exchanged: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  rules: Omit<BodyRules, "limitBytes">,
): Promise<BoundRequest> {
  const limitBytes = Math.min(bodyBytes, exchanged.request.exchange.caller?.uploadBytes ?? bodyBytes);
  const members = bodySchema === undefined ? {} : await readJsonBody(exchanged, { ...rules, limitBytes });
  const body = parseMembers(bodySchema, members);
  const query = parseQuery(querySchema, exchanged.request.url);
  const items = [...query.items, ...body.items];
  const names = Object.entries(members);
  const known = Object.keys(bodySchema?.shape ?? {});
  const isKnown = (name: string): boolean => known.includes(name);
  const unknown = names.map(([name]) => name).filter((name) => !isKnown(name));
  const warnings = unknownNameWarnings(unknown, { known });
  if (items.length > 0) {
    throw new InvalidRequest(explained(items, warnings), warnings);
  }
  return {
    body: body.values,
    query: query.values,
    sent: Object.fromEntries(names.filter(([name]) => isKnown(name))),
    warnings,
  };
}

interface Parsed {
  readonly values: Record<string, unknown>;
  readonly items: readonly ValidationItem[];
}

function parseMembers(schema: z.ZodObject | undefined, members: JsonMembers): Parsed {
  const parsed = schema?.safeParse(members);
  if (parsed === undefined || parsed.success) {
    return { values: parsed?.data ?? {}, items: [] };
  }
  const values = new Map(Object.entries(members));
  return { values: {}, items: itemsFrom(parsed.error, { nameAsSent: (name) => name, values }) };
}

/** Parses the query. The last value of a name counts; an empty one is wrong (contract §1.4). */
function parseQuery(schema: z.ZodObject | undefined, url: string): Parsed {
  const sent = Object.fromEntries(new URLSearchParams(queryOf(url)));
  const known = Object.entries(sent).filter(([name]) => schema !== undefined && Object.hasOwn(schema.shape, name));
  const empty = known.filter(([, value]) => value === "").map(([name]) => name);
  const { values, items } = parseMembers(schema, Object.fromEntries(known.filter(([, value]) => value !== "")));
  return {
    values,
    items: [
      ...empty.map((name) => itemFor(emptyValue, ["query", name])),
      // A value that is empty is not reported as missing as well.
      ...items
        .map((item) => ({ ...item, loc: ["query", ...item.loc.slice(1)] }))
        .filter(({ loc }) => !empty.includes(String(loc[1]))),
    ],
  };
}

const emptyValue = {
  type: "value_error",
  message: "Value error, the value should not be empty",
  context: { error: "the value should not be empty" },
} as const;
