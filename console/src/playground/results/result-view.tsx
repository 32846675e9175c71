import type { ReactNode } from "react";
import type { Answer } from "../send.ts";
import { FileView } from "./file-view.tsx";
import { ResultFacts } from "./result-facts.tsx";

/** A result without its source: what it cost, its warnings, a way to keep it, and the result itself. */
export const ResultView = ({ answer, tookMs }: { readonly answer: Answer; readonly tookMs: number }): ReactNode => (
  <>
    <ResultFacts answer={answer} tookMs={tookMs} estimate={undefined} />
    <FileView blob={answer.blob} mediaType={answer.mediaType} name={answer.filename || "Result"} />
  </>
);
