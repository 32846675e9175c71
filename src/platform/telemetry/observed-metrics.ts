import { Counter, Gauge, Histogram, type OpenMetricsContentType, type Registry } from "prom-client";
import { type Occurrence, onOccurrence, onStepEnded, type Step } from "../../kernel/observation.ts";

/* What is counted and timed where it is done; see kernel/observation.ts. */

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Times the steps of the work that metrics are kept of. */
export function observeSteps(registry: Registry<OpenMetricsContentType>): Disposable {
  const registers = [registry];
  const histogram = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  const tasks = histogram(
    "quire_engine_task_duration_seconds",
    "Time of a task with its wait, by class of processes.",
    ["pool", "outcome"],
  );
  const waits = histogram("quire_engine_wait_duration_seconds", "Time that a task has waited for a process.", ["pool"]);
  const store = histogram("quire_store_duration_seconds", "Time of a transaction or query with its wait.", [
    "kind",
    "outcome",
  ]);
  const s3 = histogram("quire_s3_request_duration_seconds", "Time to the answer of a request to the S3 store.", [
    "method",
  ]);
  const s3Requests = new Counter({
    name: "quire_s3_requests",
    help: "Requests to the S3 store, each try counted; the status is `none` where there was no answer.",
    labelNames: ["method", "status"],
    registers,
  });
  return onStepEnded((step) => {
    const { kind, facts } = step;
    const seconds = secondsOf(step);
    const outcome = step.error === undefined ? "done" : "failed";
    if (kind === "engine task") {
      tasks.observe({ pool: textOf(facts["pool"]), outcome }, seconds);
    } else if (kind === "engine wait") {
      waits.observe({ pool: textOf(facts["pool"]) }, seconds);
    } else if (kind === "store") {
      store.observe({ kind: facts["transaction"] === "read" ? "read" : "write", outcome }, seconds);
    } else if (kind === "s3 request") {
      const method = textOf(facts["method"]);
      s3.observe({ method }, seconds);
      s3Requests.inc({ method, status: textOf(facts["status"] ?? "none") });
    }
  });
}

const secondsOf = ({ startedMs, endedMs = startedMs }: Step): number => (endedMs - startedMs) / 1000;

const textOf = (fact: string | number | undefined): string => String(fact ?? "none");

/** Counts retries, and what becomes of leases. */
export function observeOccurrences(registry: Registry<OpenMetricsContentType>): Disposable {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const retries = counter("quire_retries", "What was tried again after a passing failure.", ["of"]);
  const renewals = counter("quire_lease_renewals", "Renewals of this node's lease on what it has claimed.", [
    "outcome",
  ]);
  const leases = counter("quire_leases_taken_over", "Leases of other processes that had ended.");
  const jobs = counter("quire_jobs_taken_over", "Jobs that other processes had in work when their leases ended.");
  let renewedMs: number | undefined;
  // oxlint-disable-next-line eslint/no-new -- it belongs to the registry
  new Gauge({
    name: "quire_lease_age_seconds",
    help: "Time since this node last renewed its lease; others take its work over after 30 s.",
    registers,
    collect() {
      this.set(renewedMs === undefined ? 0 : (performance.now() - renewedMs) / 1000);
    },
  });
  return onOccurrence((occurrence: Occurrence) => {
    switch (occurrence.kind) {
      case "retry":
        retries.inc({ of: occurrence.of });
        break;
      case "lease":
        renewals.inc({ outcome: occurrence.outcome });
        renewedMs = occurrence.outcome === "failed" ? renewedMs : performance.now();
        break;
      case "takeover":
        leases.inc(occurrence.leases);
        jobs.inc(occurrence.jobs);
        break;
    }
  });
}
