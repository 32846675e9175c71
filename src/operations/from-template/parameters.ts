import { z } from "zod";
import { addFault, valueError } from "../../kernel/faults.ts";
import { fields } from "../../kernel/fields/fields.ts";
import { isKnownToIntl } from "../../kernel/intl.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { requireClaims } from "../../kernel/pages/page-block.ts";
import { pageOverrides } from "./page-overrides.ts";

const MAX_TAG = 100;

export const parameters = z
  .object({
    template_slug: fields.text({ maxLength: 64 }).describe("The slug of a template of the account."),
    version: fields.optionalInteger({ min: 1 }).describe("A version of the template; absent: the newest."),
    missing: fields
      .choice({ values: ["error", "empty"], default: "error" })
      .describe(
        "What happens when a variable that the template uses is not given: `error` fails the request, `empty` " +
          "inserts an empty text.",
      ),
    locale: fields
      .optionalText({ maxLength: MAX_TAG })
      .meta({ examples: ["de-DE"] })
      .describe(
        "Language of dates, numbers and amounts, and of the texts that the template has in several languages, such as " +
          "`de-DE`; one that such a template has not is refused. Absent: English, or what the template says.",
      ),
    timezone: fields
      .optionalText({ maxLength: MAX_TAG })
      .meta({ examples: ["Europe/Berlin"] })
      .describe("Time zone of dates and times, such as `Europe/Berlin`; absent: UTC."),
    ...pageOverrides({ filename: "<slug>.pdf" }),
  })
  .superRefine((given, context) => {
    const { locale, timezone } = given;
    requireClaims(given, context);
    if (typeof locale === "string" && !isKnownToIntl(() => new Intl.Locale(locale))) {
      addFault(context, valueError("expected a language tag such as en-GB"), { path: ["locale"], input: locale });
    }
    if (typeof timezone === "string" && !isKnownToIntl(() => new Intl.DateTimeFormat("en", { timeZone: timezone }))) {
      const fault = valueError("expected the name of a time zone such as Europe/Berlin", {
        advice: didYouMean(timezone, Intl.supportedValuesOf("timeZone")),
      });
      addFault(context, fault, { path: ["timezone"], input: timezone });
    }
  });

export type FromTemplateParameters = z.output<typeof parameters>;
