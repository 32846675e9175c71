import { z } from "zod";
import type { PageStep } from "../../engines/assembly/port.ts";
import { addFault, type Fault, valueError } from "../../kernel/faults.ts";
import { readJson } from "../../kernel/fields/read-json.ts";
import { didYouMean } from "../../kernel/nearest.ts";
import { isObject, MISSING, type MemberFault, type Read } from "./members.ts";
import { VERBS } from "./verbs.ts";

const MAX_STEPS = 100;
const EXAMPLE = '[{"rotate": {"pages": "2", "degrees": 90}}, {"delete": {"pages": "last"}}]';
const TAKES = `a JSON list of steps, such as ${EXAMPLE}`;

/**
 * Makes the parameter of the steps: a JSON list of objects, each of which has one member, its verb. Every fault is reported,
 * at the step and the member that has it.
 */
export const pageSteps = () =>
  z
    .unknown()
    .transform((raw, context): readonly PageStep[] => {
      const read = readSteps(raw);
      if ("value" in read) {
        return read.value;
      }
      for (const { fault, path, input } of read.faults) {
        addFault(context, fault, { path, input: path.length === 0 ? raw : input });
      }
      return z.NEVER;
    })
    .meta({
      type: "string",
      contentMediaType: "application/json",
      contentSchema: {
        type: "array",
        minItems: 1,
        maxItems: MAX_STEPS,
        items: {
          anyOf: Array.from(VERBS, ([name, { schema }]) => ({
            type: "object",
            properties: { [name]: schema },
            required: [name],
            additionalProperties: false,
          })),
        },
      },
      examples: [EXAMPLE],
    });

interface StepsFault extends Omit<MemberFault, "path"> {
  readonly path: readonly (string | number)[];
}

function readSteps(raw: unknown): { readonly value: readonly PageStep[] } | { readonly faults: readonly StepsFault[] } {
  const read = readJson(raw);
  if ("fault" in read) {
    return ofAll({ ...read.fault, takes: TAKES });
  }
  const { value } = read;
  if (value === undefined) {
    return ofAll(MISSING);
  }
  if (!Array.isArray(value)) {
    return ofAll(valueError("expected a list", { takes: TAKES }));
  }
  if (value.length === 0) {
    const message = "List should have at least 1 item";
    return ofAll({ type: "too_short", message, context: { min_length: 1 }, takes: TAKES });
  }
  if (value.length > MAX_STEPS) {
    const message = `List should have at most ${MAX_STEPS} items, not ${value.length}`;
    return ofAll({ type: "too_long", message, context: { max_length: MAX_STEPS, actual_length: value.length } });
  }
  const steps: PageStep[] = [];
  const faults: StepsFault[] = [];
  for (const [index, item] of value.entries()) {
    const step = readStep(item);
    if ("value" in step) {
      steps.push(step.value);
    } else {
      faults.push(...step.faults.map((fault) => ({ ...fault, path: [index, ...fault.path] })));
    }
  }
  return faults.length > 0 ? { faults } : { value: steps };
}

function ofAll(fault: Fault): { readonly faults: readonly StepsFault[] } {
  return { faults: [{ fault, path: [], input: undefined }] };
}

function readStep(item: unknown): Read<PageStep> {
  const names = isObject(item) ? Object.keys(item) : [];
  const [name = "", ...others] = names;
  const verb = VERBS.get(name);
  if (!isObject(item) || verb === undefined || others.length > 0) {
    return { faults: [{ fault: noVerb(names), path: [], input: item }] };
  }
  const given = item[name];
  if (!isObject(given)) {
    const message = "Input should be a JSON object";
    const fault = { type: "model_attributes_type", message, takes: `an object such as ${verb.example}` } as const;
    return { faults: [{ fault, path: [name], input: given }] };
  }
  const step = verb.read(given);
  return "value" in step
    ? step
    : { faults: step.faults.map(({ path, ...fault }) => ({ ...fault, path: [name, ...path] })) };
}

/** Returns the fault of a step with these members, which are not one verb. */
function noVerb(names: readonly string[]): Fault {
  const verbs = [...VERBS.keys()];
  const known = names.filter((name) => VERBS.has(name));
  if (known.length > 1) {
    return valueError(`a step has one verb, and this one has ${known.slice(0, 3).join(" and ")}`, {
      advice: "Write a step for each of them.",
    });
  }
  const [verb = ""] = known;
  const example = VERBS.get(verb)?.example;
  if (example !== undefined) {
    return valueError(`the members of ${verb} belong in its own object`, {
      advice: `Write {"${verb}": ${example}}, for example.`,
    });
  }
  const [name = ""] = names;
  return valueError(`a step is an object with one member, its verb: ${verbs.join(", ")}`, {
    advice: didYouMean(name, verbs) ?? 'Write {"rotate": {"pages": "1-3", "degrees": 90}}, for example.',
  });
}
