import type { JsonObject } from "../openapi/json.ts";
import type { Resource } from "../resource/resource.ts";
import { accountResources, accountSchemas } from "./accounts/account.ts";
import { accountsSchemas } from "./accounts/account-object.ts";
import { accountsResources } from "./accounts/accounts.ts";
import { ledgerSchemas } from "./accounts/ledger.ts";
import { usageSchemas } from "./accounts/usage.ts";
import { auditResources, auditSchemas } from "./audit.ts";
import { jobSchemas } from "./jobs/job-object.ts";
import { jobResources } from "./jobs/jobs.ts";
import { keySchemas } from "./keys/key-object.ts";
import { keysResources } from "./keys/keys.ts";
import { limitsResources, limitsSchemas } from "./limits.ts";
import { ocrLanguageResources, ocrLanguageSchemas } from "./ocr-languages.ts";
import { pricingResources, pricingSchemas } from "./pricing.ts";
import { systemResources, systemSchemas } from "./system.ts";
import { templateResources, templateSchemas } from "./templates/templates.ts";
import { webhookDeliveryResources } from "./webhooks/webhook-deliveries.ts";
import { webhookSchemas } from "./webhooks/webhook-object.ts";
import { webhookResources } from "./webhooks/webhooks.ts";

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
  ...auditResources,
  ...systemResources,
];

/** The schemas that the answers of the resources refer to, by name. */
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
  ...auditSchemas,
  ...systemSchemas,
};
