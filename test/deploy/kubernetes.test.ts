import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import { ConfigMap } from "kubernetes-models/v1/ConfigMap";
import { Service } from "kubernetes-models/v1/Service";
import { describe, expect, test } from "vitest";
import { WORK_CLASSES } from "../../src/kernel/work-class.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { version } from "../../src/version.ts";
import { deployFile, imageStage, type Manifest, manifests } from "./deploy-files.ts";

/* The manifests of deploy/kubernetes, held against the schemas of Kubernetes, the image and each other. */

const MODELS: Readonly<Record<string, new (data: never) => { validate(): void }>> = {
  "apps/v1 Deployment": Deployment,
  "autoscaling/v2 HorizontalPodAutoscaler": HorizontalPodAutoscaler,
  "policy/v1 PodDisruptionBudget": PodDisruptionBudget,
  "v1 ConfigMap": ConfigMap,
  "v1 Service": Service,
};

/** Returns an object as its model, which knows its schema. */
function modelOf(manifest: Manifest): { validate(): void } {
  const Model = MODELS[`${manifest.apiVersion} ${manifest.kind}`];
  if (Model === undefined) {
    throw new Error(`${manifest.apiVersion} ${manifest.kind} has no model here`);
  }
  return new Model(manifest as never);
}

const all = manifests();
const ofKind = (kind: string): readonly Manifest[] => all.filter((each) => each.kind === kind);
const deployments = ofKind("Deployment").map((manifest) => new Deployment(manifest as never));
const labelled = all.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const);

test.each(labelled)("%s is what Kubernetes takes", (_name, manifest) => {
  expect(() => modelOf(manifest).validate()).not.toThrow();
});

test("the schemas find a fault", () => {
  const broken = structuredClone(ofKind("Deployment")[0]) as never as { spec: { replicas: unknown } };
  broken.spec.replicas = "two";
  expect(() => new Deployment(broken as never).validate()).toThrow(/replicas/);
});

const settings = ofKind("ConfigMap")[0]?.["data"] as Readonly<Record<string, string>>;

describe.each(deployments.map((each) => [each.metadata?.name ?? "", each] as const))("%s", (name, deployment) => {
  const pod = deployment.spec?.template.spec;
  const container = pod?.containers[0];
  const own = Object.fromEntries((container?.env ?? []).map((each) => [each.name, each.value ?? ""]));
  const image = imageStage();

  test("runs the image as it is made to run", () => {
    const [uid, gid] = image.user.split(":").map(Number);
    expect(pod).toMatchObject({
      // Links of a service named quire would be read as QUIRE_PORT and others.
      enableServiceLinks: false,
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: uid,
        runAsGroup: gid,
        seccompProfile: { type: "RuntimeDefault" },
      },
    });
    expect(container).toMatchObject({
      image: `quire:${version}`,
      ports: [{ name: "http", containerPort: image.ports[0] }],
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      },
      resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
      startupProbe: { httpGet: { path: "/health/live", port: "http" } },
      readinessProbe: { httpGet: { path: "/health/ready", port: "http" } },
      livenessProbe: { httpGet: { path: "/health/live", port: "http" } },
    });
    expect(container?.volumeMounts?.map(({ mountPath }) => mountPath)).toEqual([...image.volumes, "/tmp"]);
    expect(pod?.volumes?.map((volume) => volume.name)).toEqual(container?.volumeMounts?.map((mount) => mount.name));
  });

  test("has a command, settings and secrets, and time to end", () => {
    const [command, option, classes] = container?.args ?? [];
    const isWorker = command === "worker";
    expect(isWorker ? [option, `quire-worker-${classes}`] : [command, name]).toEqual(
      isWorker ? ["--classes", name] : ["serve", "quire-api"],
    );
    const config = readConfig({ ...image.environment, ...settings, ...own });
    const milliseconds = isWorker ? 10_000 : config.QUIRE_SHUTDOWN_DELAY_MS + config.QUIRE_SHUTDOWN_TIMEOUT_MS + 4000;
    expect((pod?.terminationGracePeriodSeconds ?? 0) * 1000).toBeGreaterThan(milliseconds);
    const from = container?.envFrom?.map(({ configMapRef, secretRef }) => configMapRef?.name ?? secretRef?.name);
    expect(from).toEqual(["quire-settings", "quire-node", ...(isWorker ? [] : ["quire-api"])]);
    for (const secret of from?.slice(1) ?? []) {
      const file = `deploy/env/${String(secret).slice("quire-".length)}.env`;
      expect(deployFile("kubernetes/settings.yaml")).toContain(`generic ${secret} --from-env-file=${file}`);
    }
  });

  test("is found by its selector, and has a budget of disruptions", () => {
    const labels = deployment.spec?.template.metadata?.labels;
    expect(labels).toEqual(deployment.spec?.selector.matchLabels);
    expect(pod?.topologySpreadConstraints?.[0]?.labelSelector?.matchLabels).toEqual(labels);
    const budgets = ofKind("PodDisruptionBudget").filter(({ metadata }) => metadata.name === name);
    expect(budgets.map((each) => Object(each["spec"]).selector.matchLabels)).toEqual([labels]);
    // With one pod a budget would keep the cluster from ever emptying a machine.
    const scaler = ofKind("HorizontalPodAutoscaler").find(({ metadata }) => metadata.name === name);
    const least = scaler === undefined ? deployment.spec?.replicas : Object(scaler["spec"]).minReplicas;
    expect(least).toBeGreaterThanOrEqual(2);
    expect(scaler === undefined || Object(scaler["spec"]).scaleTargetRef.name === name).toBe(true);
    // What an autoscaler sets is not set anew with each change of the file.
    expect(deployment.spec?.replicas === undefined).toBe(scaler !== undefined);
  });
});

test("every class has its workers, and requests reach the nodes that answer them", () => {
  const names = deployments.map(({ metadata }) => metadata?.name);
  expect(new Set(names)).toEqual(new Set(["quire-api", ...WORK_CLASSES.map((each) => `quire-worker-${each}`)]));
  const [service] = ofKind("Service").map(({ spec }) => Object(spec));
  expect(service.selector).toEqual(deployments[0]?.spec?.template.metadata?.labels);
  expect(service.ports[0].targetPort).toBe("http");
});
