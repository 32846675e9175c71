import { z } from "zod";
import { addFault, type Fault, valueError } from "../../../../kernel/faults.ts";
import { parseFlag, parseText } from "../../../../kernel/fields/field-values.ts";
import { fields } from "../../../../kernel/fields/fields.ts";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../../store/webhook-store.ts";
import { bytesOfSecret } from "../../../webhooks/secrets.ts";
import { type JudgeUrl, parseWebhookUrl } from "../../../webhooks/webhook-url.ts";
import { faultOf } from "../../body/validation.ts";
import { invalidValue } from "../faults.ts";

/* Members of the bodies that make and change webhook endpoints. */

const URL_SCHEMA = { type: "string", format: "uri", maxLength: 2048 } as const;

export const webhookUrl = () =>
  z
    .unknown()
    .transform((raw, context): string =>
      given(raw === undefined ? { fault: missing } : parseWebhookUrl(raw), context, raw),
    )
    .meta(URL_SCHEMA);

export const optionalWebhookUrl = () => optional(parseWebhookUrl, URL_SCHEMA);

/** Makes the field of a secret: `whsec_` and base64 of 24 to 64 bytes. */
export const optionalWebhookSecret = () =>
  optional(
    (raw) =>
      typeof raw === "string" && bytesOfSecret(raw) !== undefined
        ? { value: raw }
        : { fault: valueError("a secret should be whsec_ and base64 of 24 to 64 bytes") },
    { type: "string", pattern: "^whsec_[A-Za-z0-9+/]+={0,2}$", maxLength: 94 },
  );

export const webhookEvents = () => fields.choices({ values: WEBHOOK_EVENTS, default: WEBHOOK_EVENTS });

export const optionalWebhookEvents = () => {
  const events = webhookEvents();
  return z
    .unknown()
    .optional()
    .transform((raw, context): readonly WebhookEvent[] | undefined => {
      const parsed = raw === undefined ? undefined : events.safeParse(raw);
      for (const issue of parsed?.error?.issues ?? []) {
        addFault(context, faultOf(issue), { path: issue.path, input: raw });
      }
      return parsed?.data;
    })
    .meta({ type: "array", items: { type: "string", enum: WEBHOOK_EVENTS }, minItems: 1, uniqueItems: true });
};

export const optionalWebhookFlag = () => optional(parseFlag, { type: "boolean" });

const MAX_DESCRIPTION = 500;

export const optionalDescription = () =>
  optional(parseText({ maxLength: MAX_DESCRIPTION }), { type: "string", maxLength: MAX_DESCRIPTION });

/**
 * Checks an address as far as that is possible before its name is looked up.
 * @throws InvalidRequest for an address that is known to be out of reach
 */
export function checkReachable(url: string | undefined, judgeUrl: JudgeUrl): void {
  const refusal = url === undefined ? undefined : judgeUrl(url);
  if (refusal !== undefined) {
    throw invalidValue(["body", "url"], refusal, url);
  }
}

const missing: Fault = { type: "missing", message: "Field required" };

type Parsed<T> = { readonly value: T } | { readonly fault: Fault };
type Context = Parameters<typeof addFault>[0];

const optional = <T>(parse: (raw: unknown) => Parsed<T>, schema: Readonly<Record<string, unknown>>) =>
  z
    .unknown()
    .optional()
    .transform((raw, context): T | undefined => (raw === undefined ? undefined : given(parse(raw), context, raw)))
    .meta(schema);

function given<T>(parsed: Parsed<T>, context: Context, input: unknown): T {
  if ("value" in parsed) {
    return parsed.value;
  }
  addFault(context, parsed.fault, { input });
  return z.NEVER;
}
