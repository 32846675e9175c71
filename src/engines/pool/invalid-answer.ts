import { Failure } from "../../kernel/failure.ts";

/** What the answers of a worker are about. */
export type AnswerSubject = "facts" | "images" | "documents" | "archives" | "sections" | "pages" | "reports";

/**
 * Returns the failure for an answer that no intact worker gives: the document has taken the worker over, or broken it.
 */
export function nonsense(what: AnswerSubject): Failure {
  return new Failure("document_too_complex", "The document breaks the engine that reads it.", {
    facts: { wrong: what },
  });
}
