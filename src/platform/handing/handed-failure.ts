import { Failure, type FailureCode } from "../../kernel/failure.ts";

/** A failure of another node, as it described it: its detail may be a list of what is wrong with parameters. */
export class HandedFailure extends Failure {
  readonly detail: unknown;

  constructor({
    code,
    detail,
    facts,
  }: {
    readonly code: FailureCode;
    readonly detail: unknown;
    readonly facts: Readonly<Record<string, unknown>>;
  }) {
    super(code, typeof detail === "string" ? detail : "The request is not valid.", { facts: { ...facts } });
    this.name = "HandedFailure";
    this.detail = detail;
  }
}
