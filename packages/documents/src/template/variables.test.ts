import { expect, test } from "vitest";
import { ContentError } from "../composed.ts";
import { checkVariables } from "./variables.ts";

const check = (variables: string, schema: object) => () => checkVariables(JSON.parse(variables), { ...schema });

test.each(["constructor", "toString", "hasOwnProperty", "__proto__"])(
  "%s is a variable only where it is given",
  (name) => {
    const schema = { type: "object", required: [name] };
    expect(check("{}", schema)).toThrow(ContentError);
    expect(check(`{"${name}": "given"}`, schema)).not.toThrow();
  },
);

test.each(["constructor", "toString", "valueOf"])(
  "a schema of %s holds for what is given, not for what every object has",
  (name) => {
    const schema = { type: "object", properties: { [name]: { type: "string" } } };
    expect(check("{}", schema)).not.toThrow();
    expect(check(`{"${name}": "text"}`, schema)).not.toThrow();
    expect(check(`{"${name}": 5}`, schema)).toThrow(ContentError);
  },
);
