import type { z } from "zod";
import { type Fault, valueError } from "../../../kernel/faults.ts";
import { notAFlag } from "../../../kernel/fields/field-values.ts";
import { fields } from "../../../kernel/fields/fields.ts";
import { type JudgeUrl, parseWebhookUrl } from "../../webhooks/webhook-url.ts";
import { itemFor, type ValidationItem } from "./validation.ts";

/** The options of how a request is answered, whatever its operation (contract §6). */
export interface ResponseOptions {
  readonly isAsync: boolean;
  /**
   * The time for which the result of a job is kept, in milliseconds; 0: until it has been read once; undefined: the
   * service's default.
   */
  readonly retentionMs: number | undefined;
  /** The address that is notified when the job has ended, if the request becomes one. */
  readonly webhookUrl: string | undefined;
  /** The faults of the options. */
  readonly items: readonly ValidationItem[];
}

/** The fields of every operation's form that belong to the platform. */
export const PLATFORM_FIELDS: readonly string[] = ["retention_seconds", "webhook_url"];

const flag = fields.flag({ default: false });
/** The shortest and the longest time for which a request may have its result kept, in seconds; 0 is possible as well. */
export const RETENTION_SECONDS = { min: 60, max: 30 * 24 * 3600 } as const;
const retention = fields.optionalInteger({ min: 0, max: RETENTION_SECONDS.max });
const OPTIONS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ["async", flag],
  ["retention_seconds", retention],
]);

/** Reads the response options: `async` from the query, the others from the body. */
export function readResponseOptions(
  url: string,
  values: ReadonlyMap<string, unknown>,
  judgeUrl: JudgeUrl,
): ResponseOptions {
  const asked = lastValueOf("async", url);
  const isAsync = flag.safeParse(asked);
  const items: ValidationItem[] = [];
  // In a query, unlike in a form, an empty value is a bad one (contract §1.4).
  if (!isAsync.success || asked === "") {
    items.push(itemFor(notAFlag, ["query", "async"], asked));
  }
  const inQuery = lastValueOf("retention_seconds", url);
  const given = inQuery ?? values.get("retention_seconds") ?? undefined;
  const seconds = retention.safeParse(given);
  const isInvalid =
    !seconds.success ||
    inQuery === "" ||
    (seconds.data !== undefined && seconds.data !== 0 && seconds.data < RETENTION_SECONDS.min);
  if (isInvalid) {
    items.push(itemFor(badRetention, [inQuery === undefined ? "body" : "query", "retention_seconds"], given));
  }
  const webhook = readWebhookUrl(url, values, judgeUrl);
  return {
    isAsync: isAsync.data === true,
    webhookUrl: webhook.url,
    retentionMs: seconds.data === undefined ? undefined : seconds.data * 1000,
    items: [...items, ...webhook.items],
  };
}

function readWebhookUrl(
  url: string,
  values: ReadonlyMap<string, unknown>,
  judgeUrl: JudgeUrl,
): { readonly url: string | undefined; readonly items: readonly ValidationItem[] } {
  const inQuery = lastValueOf("webhook_url", url);
  const given = inQuery ?? values.get("webhook_url") ?? undefined;
  if (given === undefined || (given === "" && inQuery === undefined)) {
    return { url: undefined, items: [] };
  }
  const loc = [inQuery === undefined ? "body" : "query", "webhook_url"];
  const parsed = parseWebhookUrl(given);
  if ("fault" in parsed) {
    return { url: undefined, items: [itemFor(parsed.fault, loc, given)] };
  }
  const refusal = judgeUrl(parsed.value);
  return refusal === undefined
    ? { url: parsed.value, items: [] }
    : { url: undefined, items: [itemFor(valueError(refusal), loc, given)] };
}

const retentionRule = `0, or an integer from ${RETENTION_SECONDS.min} to ${RETENTION_SECONDS.max}`;
const badRetention: Fault = valueError(`retention_seconds is ${retentionRule}`);

/** Returns the names in the query of a request that are no response options. */
export const unknownQueryNames = (url: string): readonly string[] =>
  [...new Set(new URLSearchParams(queryOf(url)).keys())].filter((name) => !QUERY_NAMES.has(name));

const QUERY_NAMES: ReadonlySet<string> = new Set(["async", ...PLATFORM_FIELDS]);

/**
 * Returns the values of a query by which requests are compared: the last of each name, with flags and numbers by their
 * value. What is wrong or unknown counts as it was sent.
 */
export function normalizedQuery(url: string): Record<string, unknown> {
  const names = new Set(new URLSearchParams(queryOf(url)).keys());
  return Object.fromEntries([...names].map((name) => [name, optionValue(name, lastValueOf(name, url))]));
}

/** Returns the values of a body by which requests are compared, given its fields with the parameters' values. */
export const normalizedOptions = (sent: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      PLATFORM_FIELDS.includes(name) ? optionValue(name, value) : value,
    ]),
  );

function optionValue(name: string, given: unknown): unknown {
  const schema = OPTIONS.get(name);
  const parsed = given === "" ? undefined : schema?.safeParse(given);
  return parsed?.success === true ? parsed.data : given;
}

/** Returns the query of a request as it was sent, without the question mark. */
export const queryOf = (url: string): string => url.split(/\?(.*)/s)[1] ?? "";

/**
 * Returns the last value of a name in the query. A name without `=` is a flag that is set: `?async` is `?async=true`.
 */
function lastValueOf(wanted: string, url: string): string | undefined {
  let last: string | undefined;
  for (const pair of queryOf(url).split("&")) {
    const [[name, value] = []] = new URLSearchParams(pair);
    if (name === wanted) {
      last = pair.includes("=") ? value : "true";
    }
  }
  return last;
}
