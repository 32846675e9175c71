/*
 * Reads a Dockerfile: the instructions that deploy/Dockerfile uses, and none that it does not, so that none is passed over.
 */

/** Files that are copied into a stage: from the build context, or `from` another stage. */
export interface Copy {
  readonly kind: "copy";
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly destination: string;
}

/** A command that is run in a stage by `/bin/sh -c`. */
interface Run {
  readonly kind: "run";
  readonly command: string;
  /** The directory that it is run in. */
  readonly directory: string;
}

/** What the last stage says of a container. */
interface ImageSettings {
  readonly environment: Readonly<Record<string, string>>;
  readonly directory: string;
  /** User and group, by number. */
  readonly user: string;
  readonly volumes: readonly string[];
  readonly ports: readonly number[];
  readonly healthcheck: { readonly options: Readonly<Record<string, string>>; readonly command: readonly string[] };
  readonly stopSignal: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
}

/** A stage: a base image, the steps on it, and what it says of containers. */
export interface Stage extends ImageSettings {
  readonly base: string;
  readonly name: string | undefined;
  readonly steps: readonly (Copy | Run)[];
}

type Building = { -readonly [Name in keyof Stage]: Stage[Name] };

/**
 * Returns the stages of a Dockerfile, in their order.
 * @throws Error at an instruction or a form that it does not know
 */
export function parseDockerfile(text: string): readonly Stage[] {
  const stages: Building[] = [];
  for (const { name, rest } of instructionsOf(text)) {
    const stage = stages.at(-1);
    if (name === "FROM") {
      stages.push(newStage(rest));
    } else if (stage === undefined) {
      throw new Error(`${name} comes before FROM`);
    } else {
      apply(stage, name, rest);
    }
  }
  return stages;
}

/** Returns the instructions, without comments, each on one line. */
function instructionsOf(text: string): { readonly name: string; readonly rest: string }[] {
  const lines = text.split("\n").filter((line) => !/^\s*#/.test(line));
  const joined = lines.join("\n").replaceAll(/\\\n\s*/g, " ");
  return joined
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ name: line.split(" ", 1)[0] ?? "", rest: line.slice(line.indexOf(" ") + 1).trim() }));
}

function newStage(rest: string): Building {
  const [base = "", as, name] = rest.split(" ");
  if (as !== undefined && as !== "AS") {
    throw new Error(`FROM ${rest} is not understood`);
  }
  return {
    base,
    name,
    steps: [],
    environment: {},
    directory: "/",
    user: "0:0",
    volumes: [],
    ports: [],
    healthcheck: { options: {}, command: [] },
    stopSignal: "SIGTERM",
    entrypoint: [],
    command: [],
  };
}

function apply(stage: Building, name: string, rest: string): void {
  switch (name) {
    case "RUN":
      stage.steps = [...stage.steps, { kind: "run", command: rest, directory: stage.directory }];
      return;
    case "COPY":
      stage.steps = [...stage.steps, copyOf(rest, stage.directory)];
      return;
    case "ENV":
      stage.environment = { ...stage.environment, ...Object.fromEntries(rest.split(/ +/).map(assignment)) };
      return;
    case "WORKDIR":
      stage.directory = rest;
      return;
    case "USER":
      stage.user = rest;
      return;
    case "VOLUME":
      stage.volumes = rest.split(" ");
      return;
    case "EXPOSE":
      stage.ports = rest.split(" ").map(Number);
      return;
    case "HEALTHCHECK":
      stage.healthcheck = healthcheckOf(rest);
      return;
    case "STOPSIGNAL":
      stage.stopSignal = rest;
      return;
    case "ENTRYPOINT":
      stage.entrypoint = words(rest);
      return;
    case "CMD":
      stage.command = words(rest);
      return;
    default:
      throw new Error(`${name} is not understood`);
  }
}

function copyOf(rest: string, directory: string): Copy {
  const parts = rest.split(" ");
  const from = parts[0]?.startsWith("--from=") === true ? parts.shift()?.slice("--from=".length) : undefined;
  if (parts[0]?.startsWith("--") === true || parts.length < 2) {
    throw new Error(`COPY ${rest} is not understood`);
  }
  const destination = parts.pop() ?? "";
  return {
    kind: "copy",
    from,
    sources: parts,
    destination: destination.startsWith("/") ? destination : `${directory}/${destination}`,
  };
}

function assignment(text: string): readonly [string, string] {
  const [, name, value] = /^(\w+)=([^\s"'$\\]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new Error(`ENV ${text} is not understood`);
  }
  return [name, value];
}

function healthcheckOf(rest: string): ImageSettings["healthcheck"] {
  const [before = "", command = ""] = rest.split(" CMD ");
  const options = before
    .trim()
    .split(/ +/)
    .map((option) => assignment(option.replace(/^--/, "").replaceAll("-", "_")));
  return { options: Object.fromEntries(options), command: words(command) };
}

/** Returns the words of a command that is written as a JSON array, which no shell reads. */
function words(text: string): readonly string[] {
  const value: unknown = JSON.parse(text);
  if (!Array.isArray(value) || value.some((word) => typeof word !== "string")) {
    throw new Error(`${text} is no array of strings`);
  }
  return value.map(String);
}
