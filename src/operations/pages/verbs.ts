import {
  BINDINGS,
  CELL_ORDERS,
  DIRECTIONS,
  FITS,
  ORIENTATIONS,
  type PageStep,
  PER_SHEET,
  type Verb,
} from "../../engines/assembly/port.ts";
import { valueError } from "../../kernel/faults.ts";
import { isGiven, type JsonSchema, type Member, MISSING, members, type Read, unknownMembers } from "./members.ts";

/* The verbs of steps: the members of each, and the step that they make. */

const MAX_COPIES = 100;

/** A verb, which reads the object that is its value in a step. */
export interface StepVerb {
  /** An object as the verb takes it. */
  readonly example: string;
  readonly schema: JsonSchema;
  read(given: Readonly<Record<string, unknown>>): Read<PageStep>;
}

const rotate = verb(
  '{"pages": "1-3", "degrees": 90}',
  { pages: members.pagesOrAll(), degrees: members.oneOf([0, 90, 180, 270]), absolute: members.flag() },
  ({ pages, degrees, absolute }) => ({ value: { verb: "rotate", pages, degrees, isAbsolute: absolute } }),
);

const remove = verb('{"pages": "2"}', { pages: members.pages() }, ({ pages }) => ({
  value: { verb: "delete", pages },
}));

const keep = verb('{"pages": "1-3"}', { pages: members.pages() }, ({ pages }) => ({ value: { verb: "keep", pages } }));

const reorder = verb('{"order": "3,1-2"}', { order: members.order() }, ({ order }) => ({
  value: { verb: "reorder", order },
}));

const insertBlank = verb(
  '{"after": "last", "count": 1}',
  { after: members.after(), count: members.count(MAX_COPIES), size: members.sizeOrPage() },
  (step) => ({ value: { verb: "insert_blank", ...step } }),
);

const duplicate = verb(
  '{"pages": "1", "times": 2}',
  { pages: members.pagesOrAll(), times: members.count(MAX_COPIES) },
  (step) => ({ value: { verb: "duplicate", ...step } }),
);

const crop = verb(
  '{"pages": "all", "margins": 36}',
  { pages: members.pagesOrAll(), margins: members.optionalMargins(), box: members.optionalBox() },
  ({ pages, margins, box }) => {
    if (margins !== undefined && box === undefined) {
      return { value: { verb: "crop", pages, crop: { margins } } };
    }
    if (box !== undefined && margins === undefined) {
      return { value: { verb: "crop", pages, crop: { box } } };
    }
    const error = margins === undefined ? "one of margins and box is required" : "margins and box exclude each other";
    return { faults: [{ fault: valueError(error), path: [], input: undefined }] };
  },
);

const scale = verb(
  '{"size": "A4"}',
  {
    pages: members.pagesOrAll(),
    size: members.size(),
    fit: members.choice(FITS, "contain"),
    orientation: members.choice(ORIENTATIONS, "auto"),
    margins: members.margins(),
  },
  (step) => ({ value: { verb: "scale", ...step } }),
);

const nUp = verb(
  '{"per_sheet": 4, "size": "A4"}',
  {
    per_sheet: members.oneOf(PER_SHEET),
    size: members.sizeOrPage(),
    orientation: members.choice(ORIENTATIONS, "auto"),
    order: members.choice(CELL_ORDERS, "across"),
    gap: members.length(),
    margin: members.length(),
    border: members.flag(),
  },
  ({ per_sheet: perSheet, gap, margin, border, ...step }) => ({
    value: { verb: "nup", perSheet, gapPt: gap, marginPt: margin, hasBorder: border, ...step },
  }),
);

const booklet = verb(
  '{"size": "A4", "binding": "left"}',
  { size: members.sizeOrPage(), binding: members.choice(BINDINGS, "left") },
  (step) => ({ value: { verb: "booklet", ...step } }),
);

const splitSpreads = verb(
  '{"pages": "2-", "direction": "left_to_right"}',
  { pages: members.pagesOrAll(), direction: members.choice(DIRECTIONS, "left_to_right") },
  (step) => ({ value: { verb: "split_spreads", ...step } }),
);

const BY_NAME: Readonly<Record<Verb, StepVerb>> = {
  rotate,
  delete: remove,
  keep,
  reorder,
  insert_blank: insertBlank,
  duplicate,
  crop,
  scale,
  nup: nUp,
  booklet,
  split_spreads: splitSpreads,
};

export const VERBS: ReadonlyMap<string, StepVerb> = new Map(Object.entries(BY_NAME));

type Values<Members> = { readonly [Name in keyof Members]: Members[Name] extends Member<infer T> ? T : never };

function verb<const Members extends Readonly<Record<string, Member<unknown>>>>(
  example: string,
  of: Members,
  step: (values: Values<Members>) => Read<PageStep>,
): StepVerb {
  const names = Object.keys(of);
  return {
    example,
    schema: {
      type: "object",
      properties: Object.fromEntries(Object.entries(of).map(([name, { schema }]) => [name, schema])),
      required: names.filter((name) => of[name]?.absent === undefined),
      additionalProperties: false,
    },
    read(given) {
      const faults = unknownMembers(given, names);
      const values: Record<string, unknown> = {};
      for (const [name, member] of Object.entries(of)) {
        const raw = given[name];
        const found = isGiven(raw)
          ? member.read(raw)
          : (member.absent ?? { faults: [{ fault: MISSING, path: [], input: undefined }] });
        if ("value" in found) {
          values[name] = found.value;
        } else {
          faults.push(...found.faults.map(({ path, ...fault }) => ({ ...fault, path: [name, ...path] })));
        }
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member has read its value
      return faults.length > 0 ? { faults } : step(values as Values<Members>);
    },
  };
}
