import type { Outcome, ResultFact } from "../../operations/operation.ts";

/** The response header that carries each fact. */
export const FACT_HEADERS = { imageCount: "X-Image-Count" } as const satisfies Record<ResultFact, string>;

export function factHeaders(facts: NonNullable<Outcome["facts"]>): Record<string, string> {
  const { imageCount } = facts;
  return imageCount === undefined ? {} : { [FACT_HEADERS.imageCount.toLowerCase()]: String(imageCount) };
}
