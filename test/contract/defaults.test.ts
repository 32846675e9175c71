import { describe, expect, test } from "vitest";
import { fixture } from "../api/programs.ts";
import { expectOk, type Reply } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { sampled } from "../running/sampling.ts";
import { CONTENT_PARAMETERS, FILE_PARAMETERS, type Parameter } from "./parameters.ts";
import { ask, type Change } from "./requests.ts";

/*
 * The defaults of all parameters (specification "Endpoints"; contract, sections 7 and 8): a request that writes a
 * default out has the same answer as one that leaves it out.
 */

const service = commonService({ keepsResults: true });
const document = fixture("four-colours.pdf");
const hasDefault = (parameter: Parameter): boolean => parameter.default !== undefined && parameter.isSecret !== true;
const OPERATIONS = Object.entries({ ...FILE_PARAMETERS, ...CONTENT_PARAMETERS }).filter(
  ([path, parameters]) => !path.endsWith("/vision") && parameters.some(hasDefault),
);

/** Returns what answers of the same request have in common: JSON without times and names, or the file's length. */
function comparable({ headers, body }: Reply): unknown {
  if (!String(headers["content-type"]).startsWith("application/json")) {
    return { type: headers["content-type"], length: body.length };
  }
  return JSON.parse(body.toString("utf8"), (name, value) => (name === "processing_time_ms" ? 0 : value));
}

describe.each(sampled(OPERATIONS, 6))("%s", (path, parameters) => {
  const rows = sampled(parameters.filter(hasDefault), 12).map((parameter) => [parameter.name, parameter] as const);
  let plain: unknown;

  test.for(rows)("%s", async ([, parameter]) => {
    const base: Change = { file: document, fields: { ...parameter.needs } };
    plain =
      parameter.needs === undefined && plain !== undefined
        ? plain
        : comparable(expectOk(await ask(service(), path, base)));
    const fields = { ...base.fields, [parameter.name]: String(parameter.default) };
    expect(comparable(expectOk(await ask(service(), path, { ...base, fields })))).toEqual(plain);
  });
});
