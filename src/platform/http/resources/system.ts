import type { QueueState } from "../../health/system-facts.ts";
import type { JsonObject } from "../openapi/json.ts";
import { type Resource, resource, type Services } from "../resource/resource.ts";
import { count, listOf, objectSchema, orNull, ref, text, time, timeOrNull } from "./json.ts";

/** What an administrator is shown of the service itself (contract §12). */
const getSystem = resource({
  method: "GET",
  path: "/api/v1/system",
  operationId: "get_system",
  tag: "service",
  summary: "Versions, settings, engines and queues",
  description: "For administrators: why an engine is not ready, what waits, and the settings in force without secrets.",
  scopes: ["admin"],
  answers: { 200: { description: "The system.", schema: ref("System") } },
  handle: async (_request, services) => ({ kind: "json", status: 200, value: await systemObject(services) }),
});

export const systemResources: readonly Resource[] = [getSystem];

async function systemObject(services: Services): Promise<object> {
  const { store, engines } = services;
  const facts = services.describeSystem();
  const [jobs, deliveries] = await Promise.all([store.jobs.counts(), store.webhooks.counts()]);
  return {
    versions: facts.versions,
    settings: facts.settings,
    engines: facts.engines.map(({ name, state, detail }) => ({ name, state, cause: detail })),
    queues: facts.queues.map(queueObject),
    jobs: {
      pending: jobs.pending,
      processing: jobs.processing,
      oldest_pending_at: timeOrNull(jobs.oldestPendingAt),
    },
    webhooks: { pending: deliveries.pending, oldest_due_at: timeOrNull(deliveries.oldestDueAt) },
    fonts: facts.fonts,
    languages: engines.recognizer.languages(),
    isolation: facts.isolation,
  };
}

const queueObject = ({ name, workers, busy, waiting, limit, restarts }: QueueState): object => ({
  name,
  workers,
  busy,
  waiting,
  limit,
  restarts,
});

export const systemSchemas: JsonObject = {
  ...objectSchema("System", {
    versions: { type: "object", additionalProperties: { type: "string" } },
    settings: {
      type: "object",
      description: "Every setting with its value in force; of secrets only whether they are set.",
      additionalProperties: { type: ["string", "number", "boolean", "null"] },
    },
    engines: listOf(ref("SystemEngine")),
    queues: listOf(ref("SystemQueue")),
    jobs: ref("SystemJobs"),
    webhooks: ref("SystemWebhooks"),
    fonts: ref("SystemFonts"),
    languages: listOf(text("Code of a language of text recognition.")),
    isolation: ref("SystemIsolation"),
  }),
  ...objectSchema("SystemEngine", {
    name: text("Name of the engine."),
    state: text("The state; `off` means that it has not been set up.", {
      enum: ["ready", "degraded", "unavailable", "off"],
    }),
    cause: text("Why the engine is in this state, or what it consists of, in words."),
  }),
  ...objectSchema("SystemQueue", {
    name: text("Class of the processes that the queue is for; `browser`: documents that are to be printed."),
    workers: count("Processes that run; of the browser, the documents that it prints at the same time."),
    busy: count("Those of them that work."),
    waiting: count("Tasks that wait."),
    limit: count("Most tasks that may wait."),
    restarts: count("Processes or browsers that have replaced another one since the start."),
  }),
  ...objectSchema("SystemJobs", {
    pending: count("Jobs that wait."),
    processing: count("Jobs in work."),
    oldest_pending_at: orNull(time("When the job that has waited longest was submitted.")),
  }),
  ...objectSchema("SystemWebhooks", {
    pending: count("Deliveries that wait."),
    oldest_due_at: orNull(time("When the delivery that has waited longest was due.")),
  }),
  ...objectSchema("SystemFonts", {
    folder: orNull(text("The folder of fonts that the settings name.")),
    coverage: text("Which scripts can be written."),
  }),
  ...objectSchema("SystemIsolation", {
    tier: text("How engine processes are kept apart."),
    walls: listOf(text("Name of a wall.")),
    sentence: text("The same for people."),
  }),
};
