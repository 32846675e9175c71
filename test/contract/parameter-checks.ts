import type { Parameter } from "./parameters.ts";

/*
 * What must be accepted and refused of one parameter (contract, sections 1.4 to 1.10 and 3), made from its row in the
 * table.
 */

export interface Check {
  readonly says: string;
  /** The fields, as texts; a list is a field that is sent several times. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** The type of the fault, or undefined where the value is taken. */
  readonly fault?: ExpectedFault;
  /** Names of needed fields that are left out. */
  readonly without?: readonly string[];
}

interface ExpectedFault {
  /** What it may be called. */
  readonly type: string | readonly string[];
  /** The field that it is about, or the fields of which one must be named. */
  readonly name: string | readonly string[];
  readonly ctx?: object;
}

const FLAGS = "true 1 on yes t y false 0 off no f n".split(" ");
const NO_FLAGS = ["2", "-1", "ja", "truee", "tru", "null", "undefined", "1.0", "✓"];
const NO_NUMBERS = ["abc", "1,5", "0x10", "NaN", "Infinity", "-Infinity", "٣", "1 000", "--1", "1e", "null", "true"];
const NO_INTEGERS = [...NO_NUMBERS, "1.5", "1e1", "1.0.0"];
const NO_COLOURS = ["#12", "#1234", "#12345", "#1234567", "#GGGGGG", "808080", "rgb(1,2,3)", "#", "##808080"];
const NO_PAGES = ["1 2", "0", "5-2", "x", "1,", ",1", "1,,2", "1--2", "-", "all,1", "1;2", "1.5", "-0", "0-3", "a-b"];
const PAGE_LISTS = [
  "all",
  "first",
  "last",
  "odd",
  "even",
  "ALL",
  "Odd",
  "1",
  "1,1",
  "1-1",
  "1-",
  "-1",
  "1 - 1",
  "1 , 1",
];
const NO_LENGTHS = ["abc", "1 furlong", "-1", "145", "1e999", "1 1", "10%", "mm"];

/** Returns the checks of a parameter. */
export function checksOf(parameter: Parameter): readonly Check[] {
  return [...valuesOf(parameter), ...spellingsOf(parameter), ...aliasesOf(parameter)].map((check) => ({
    ...check,
    fields: { ...parameter.needs, ...check.fields },
  }));
}

function valuesOf(parameter: Parameter): readonly Check[] {
  switch (parameter.kind) {
    case "integer":
      return [
        ...wholeNumbers(parameter),
        ...bounds(parameter, parameter.min, parameter.max),
        ...refused(parameter, NO_INTEGERS, "int_parsing"),
      ];
    case "number":
      return [
        ...taken(parameter, decimals(parameter.min, parameter.max)),
        ...bounds(parameter, parameter.min, parameter.max),
        ...refused(parameter, NO_NUMBERS, "float_parsing"),
      ];
    case "choice":
      return choices(parameter);
    case "flag":
      return [
        ...taken(
          parameter,
          FLAGS.flatMap((value) => [value, value.toUpperCase()]),
        ),
        ...refused(parameter, NO_FLAGS, "bool_parsing"),
      ];
    case "colour":
      return [
        ...taken(parameter, [
          "#808080",
          "#FFF",
          "#abc",
          "#AbCdEf",
          ...(parameter.names === true ? ["red", "Navy"] : []),
        ]),
        ...refused(
          parameter,
          parameter.names === true ? ["reddish", ...NO_COLOURS] : ["red", ...NO_COLOURS],
          COLOUR_FAULTS,
        ),
      ];
    case "length":
      return [
        ...taken(parameter, ["0", "36", "36.5", "10mm", "1cm", "1in", "96px", "72pt", "10 mm", String(parameter.max)]),
        ...refused(parameter, NO_LENGTHS, LENGTH_FAULTS),
      ];
    case "pages":
      return [...taken(parameter, PAGE_LISTS), ...refused(parameter, NO_PAGES, "value_error")];
    case "text":
      return [...taken(parameter, parameter.accepted), ...refused(parameter, parameter.refused ?? [], TEXT_FAULTS)];
  }
}

const COLOUR_FAULTS = ["string_pattern_mismatch", "value_error"];
const LENGTH_FAULTS = [
  "value_error",
  "float_parsing",
  "string_pattern_mismatch",
  "greater_than_equal",
  "less_than_equal",
];
const TEXT_FAULTS = [
  "value_error",
  "string_too_long",
  "string_pattern_mismatch",
  "url_parsing",
  "json_invalid",
  "too_long",
  "model_attributes_type",
  "string_type",
  "enum",
  "greater_than_equal",
];

const taken = ({ name }: Parameter, values: readonly string[]): Check[] =>
  values.map((value) => ({ says: `${name}=${shown(value)} is taken`, fields: { [name]: value } }));

const refused = ({ name }: Parameter, values: readonly string[], type: string | readonly string[]): Check[] =>
  values.map((value) => ({
    says: `${name}=${shown(value)} is refused`,
    fields: { [name]: value },
    fault: { type, name },
  }));

const shown = (value: string): string => (value.length > 40 ? `${value.slice(0, 40)}… (${value.length})` : value);

const wholeNumbers = (parameter: Parameter & { readonly min: number; readonly max?: number }): Check[] => {
  const inside = Math.max(parameter.min, 1);
  return taken(parameter, [`${inside}`, `+${inside}`, `${inside}.0`, `${inside}.00`, `0${inside}`]);
};

const decimals = (min: number, max: number): readonly string[] => {
  const middle = (min + max) / 2;
  return [String(middle), `+${middle}`, middle.toExponential(), `${middle}0`.replace(/^(\d+)0$/, "$1.0")];
};

function bounds(parameter: Parameter, min: number, max: number | undefined): Check[] {
  const step = parameter.kind === "integer" ? 1 : 0.01;
  const { name } = parameter;
  const below = String(Number((min - step).toFixed(4)));
  const above = max === undefined ? undefined : String(Number((max + step).toFixed(4)));
  return [
    ...taken(parameter, [String(min), ...(max === undefined ? [] : [String(max)])]),
    {
      says: `${name}=${below} is too small`,
      fields: { [name]: below },
      fault: { type: "greater_than_equal", name, ctx: { ge: min } },
    },
    ...(above === undefined
      ? []
      : [
          {
            says: `${name}=${above} is too large`,
            fields: { [name]: above },
            fault: { type: "less_than_equal", name, ctx: { le: max } },
          },
        ]),
  ];
}

function choices(parameter: Parameter & { readonly kind: "choice" }): readonly Check[] {
  const { values, isNumeric = false } = parameter;
  if (isNumeric) {
    return [
      ...taken(
        parameter,
        values.flatMap((value) => [value, `${value}.0`, `+${value}`]),
      ),
      ...refused(parameter, ["0", "-72", "71", "73", "600", "100"], "enum"),
      ...refused(parameter, ["abc", "NaN", "1.5"], "int_parsing"),
    ];
  }
  const foreign = ["none-such", "0", "true", `${values[0]}x`, `x${values[0]}`, `${values[0]},${values.at(-1)}`];
  return [
    ...taken(
      parameter,
      values.flatMap((value) => [value, value.toLowerCase(), value.toUpperCase()]),
    ),
    ...refused(parameter, foreign, "enum"),
  ];
}

/** Sections 1.4 and 1.6: an empty value counts as absent, and the last of several values wins. */
function spellingsOf(parameter: Parameter): readonly Check[] {
  const { name, isRequired = false, isSecret = false, emptyRemoves = false } = parameter;
  const good = goodValue(parameter);
  const bad = badValue(parameter);
  const checks: Check[] = [];
  if (!isSecret && parameter.needs === undefined) {
    checks.push(
      isRequired
        ? {
            says: `${name} empty is missing`,
            fields: { [name]: "" },
            fault: { type: "missing", name },
            without: [name],
          }
        : { says: `${name} empty ${emptyRemoves ? "removes" : "is the default"}`, fields: { [name]: "" } },
    );
  }
  if (isRequired) {
    checks.push({ says: `${name} is needed`, fields: {}, fault: { type: "missing", name }, without: [name] });
  }
  if (bad !== undefined) {
    checks.push(
      { says: `${name}: the last value wins, and is taken`, fields: { [name]: [bad.value, good] } },
      {
        says: `${name}: the last value wins, and is refused`,
        fields: { [name]: [good, bad.value] },
        fault: { type: bad.type, name },
      },
    );
  }
  return checks;
}

function aliasesOf(parameter: Parameter): readonly Check[] {
  const { name, aliases = [] } = parameter;
  const good = goodValue(parameter);
  const bad = badValue(parameter);
  return aliases.flatMap((alias) => [
    { says: `${alias} stands for ${name}`, fields: { [alias]: good } },
    { says: `${alias} and ${name} may say the same`, fields: { [alias]: good, [name]: good } },
    {
      says: `${alias} and ${name} may not differ`,
      fields: { [alias]: good, [name]: otherValue(parameter) },
      fault: { type: "extra_conflict", name: [alias, name] },
    },
    ...(bad === undefined
      ? []
      : [
          {
            says: `a fault of ${alias} names it`,
            fields: { [alias]: bad.value },
            fault: { type: bad.type, name: alias },
          },
        ]),
  ]);
}

function goodValue(parameter: Parameter): string {
  switch (parameter.kind) {
    case "integer":
    case "number":
    case "length":
      return String(parameter.min);
    case "choice":
      return String(parameter.values[0]);
    case "flag":
      return "true";
    case "colour":
      return "#808080";
    case "pages":
      return "all";
    case "text":
      return String(parameter.accepted[0]);
  }
}

function otherValue(parameter: Parameter): string {
  if (parameter.kind === "flag") {
    return "false";
  }
  if (parameter.kind === "choice") {
    return String(parameter.values[1]);
  }
  return parameter.kind === "integer" || parameter.kind === "number" ? String(parameter.max ?? parameter.min + 1) : "1";
}

function badValue(
  parameter: Parameter,
): { readonly value: string; readonly type: string | readonly string[] } | undefined {
  switch (parameter.kind) {
    case "integer":
      return { value: "abc", type: "int_parsing" };
    case "number":
      return { value: "abc", type: "float_parsing" };
    case "length":
      return { value: "abc", type: LENGTH_FAULTS };
    case "choice":
      return parameter.isNumeric === true ? { value: "73", type: "enum" } : { value: "none-such", type: "enum" };
    case "flag":
      return { value: "ja", type: "bool_parsing" };
    case "colour":
      return { value: "#12", type: COLOUR_FAULTS };
    case "pages":
      return { value: "5-2", type: "value_error" };
    case "text":
      return parameter.refused?.[0] === undefined ? undefined : { value: parameter.refused[0], type: TEXT_FAULTS };
  }
}
