import type { JsonObject } from "./openapi-json.ts";
import type { Resource } from "./resource.ts";
import { accountResources, accountSchemas } from "./resources/account.ts";
import { accountsSchemas } from "./resources/account-object.ts";
import { accountsResources } from "./resources/accounts.ts";
import { jobSchemas } from "./resources/job-object.ts";
import { jobResources } from "./resources/jobs.ts";
import { keySchemas } from "./resources/key-object.ts";
import { keysResources } from "./resources/keys.ts";
import { ledgerSchemas } from "./resources/ledger.ts";
import { limitsResources, limitsSchemas } from "./resources/limits.ts";
import { ocrLanguageResources, ocrLanguageSchemas } from "./resources/ocr-languages.ts";
import { pricingResources, pricingSchemas } from "./resources/pricing.ts";
import { templateResources, templateSchemas } from "./resources/templates.ts";
import { usageSchemas } from "./resources/usage.ts";
import { webhookDeliveryResources } from "./resources/webhook-deliveries.ts";
import { webhookSchemas } from "./resources/webhook-object.ts";
import { webhookResources } from "./resources/webhooks.ts";

/** The resources of the service itself, in the order of the API description. */
export const resources: readonly Resource[] = [
  ...jobResources,
  ...webhookResources,
  ...webhookDeliveryResources,
  ...templateResources,
  ...accountResources,
  ...pricingResources,
  ...limitsResources,
  ...ocrLanguageResources,
  ...keysResources,
  ...accountsResources,
];

/** The schemas that their answers refer to, by name. */
export const resourceSchemas: JsonObject = {
  ...jobSchemas,
  ...webhookSchemas,
  ...templateSchemas,
  ...accountSchemas,
  ...usageSchemas,
  ...ledgerSchemas,
  ...pricingSchemas,
  ...limitsSchemas,
  ...ocrLanguageSchemas,
  ...keySchemas,
  ...accountsSchemas,
};
