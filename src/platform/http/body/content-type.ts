import type { ContentOperation, Operation } from "../../../operations/operation.ts";
import { fileFieldsOf } from "./field-names.ts";
import { InvalidRequest, itemFor } from "./validation.ts";

/* What is said about a Content-Type that a route does not take, which is an invalid parameter as in FastAPI (contract §1.3). */

const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data";
const JSON_FLAGS = `-H "Content-Type: application/json" -d`;

/** A kind of body that a route takes, and how a client makes it. */
interface Wanted {
  readonly expected: string;
  readonly advice: string;
}

/** The body of a resource. */
export const wantsJson: Wanted = { expected: JSON_TYPE, advice: `With curl: ${JSON_FLAGS} '{"name": "value"}'.` };

/** The body of an operation of which no more is known. */
export const wantsForm: Wanted = {
  expected: FORM_TYPE,
  advice: "Send the file in a form, with curl: -F file=@document.pdf.",
};

/** Returns the body that an operation takes, with its own fields as the example. */
export function wantedBy(operation: Operation): Wanted {
  if (operation.kind === "files") {
    const [field] = fileFieldsOf(operation);
    const flags =
      operation.files.max === 1 ? [`-F ${field}=@document.pdf`] : ["a", "b"].map((name) => `-F ${field}=@${name}.pdf`);
    return { expected: FORM_TYPE, advice: `Send the file in a form, with curl: ${flags.join(" ")}.` };
  }
  const [source, example] = exampleOf(operation);
  return {
    expected: `${JSON_TYPE} or ${FORM_TYPE}`,
    advice: `With curl: ${JSON_FLAGS} '${JSON.stringify({ [source]: example })}', or a form with -F ${source}=@FILE.`,
  };
}

/** Returns the first source of an operation with its value in the operation's example, when it is short. */
function exampleOf({ content: { sources }, example }: ContentOperation): readonly [string, unknown] {
  const [source = ""] = Object.keys(sources);
  const value = example[source];
  return [source, JSON.stringify(value ?? "").length <= MAX_EXAMPLE_CHARACTERS ? (value ?? "…") : "…"];
}

const MAX_EXAMPLE_CHARACTERS = 30;

/** Returns the error of another Content-Type, which says what arrived and how to send what is wanted. */
export function wrongContentType({ expected, advice }: Wanted, arrived: string | undefined): InvalidRequest {
  const [sent = ""] = (arrived ?? "").split(";", 1);
  const type = /^[\w.+/-]{1,100}$/.test(sent.trim()) ? sent.trim() : "";
  const cause =
    type === ""
      ? "it has no Content-Type that can be read"
      : type === "application/x-www-form-urlencoded"
        ? `its Content-Type is ${type}, which is what curl's -d sends by itself`
        : `its Content-Type is ${type}`;
  const message = `Value error, the request should be ${expected}; ${cause}`;
  return new InvalidRequest([itemFor({ type: "value_error", message, advice }, ["header", "Content-Type"])]);
}
