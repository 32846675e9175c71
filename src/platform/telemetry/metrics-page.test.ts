import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fastify } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { createMetrics } from "./metrics.ts";

/* The page of operators, the dashboard and the alert rules name metrics that there are. */

const root = join(import.meta.dirname, "../../..");
const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");

/** Returns the type of each metric of the service, by the name under which Prometheus has its samples. */
async function exposedMetrics(): Promise<ReadonlyMap<string, string>> {
  const metrics = createMetrics({
    poolStates: () => [],
    jobState: () => Promise.resolve({ pending: 0, processing: 0, oldestPendingAt: null, classes: [] }),
    webhookState: () => Promise.resolve({ pending: 0, oldestDueAt: null }),
    connections: () => [],
    dataDirectory: root,
    now: Date.now,
  });
  const app = fastify();
  onTestFinished(async () => {
    metrics[Symbol.dispose]();
    await app.close();
  });
  metrics.register(app, {});
  const { body } = await app.inject("/metrics");
  const types = [...body.matchAll(/^# TYPE (quire_\w+) (\w+)$/gm)];
  return new Map(types.map(([, name = "", type = ""]) => [type === "counter" ? `${name}_total` : name, type]));
}

/** Returns the names of metrics in a text, without what a histogram adds to its own. */
const namesIn = (text: string): readonly string[] =>
  [
    ...new Set([...text.matchAll(/\bquire_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ""))),
  ].toSorted();

test("docs/monitoring.md has every metric of /metrics, with its type, and no other", async () => {
  const page = await read("docs/monitoring.md");
  const rows = [...page.matchAll(/^\| `(quire_\w+)` +\| (\w+) +\|/gm)];
  const described = Object.fromEntries(rows.map(([, name, type]) => [name, type]));
  expect(described).toEqual(Object.fromEntries(await exposedMetrics()));
});

test("the dashboard shows every metric, and no other", async () => {
  const dashboard = JSON.parse(await read("deploy/grafana/quire.json"));
  expect(namesIn(JSON.stringify(Object(dashboard).panels))).toEqual([...(await exposedMetrics()).keys()].toSorted());
});

test("alert rules name metrics that there are, and the page says what each alert means", async () => {
  const rules = await read("deploy/prometheus/alerts.yaml");
  const known = await exposedMetrics();
  expect(namesIn(rules).filter((name) => !known.has(name))).toEqual([]);
  const alerts = Object(parse(rules)).groups[0].rules.map(({ alert }: { readonly alert: string }) => alert);
  const explained = [...(await read("docs/monitoring.md")).matchAll(/^- \*\*(Quire\w+)\*\*:/gm)].map(
    ([, name]) => name,
  );
  expect(explained).toEqual(alerts);
});
