import type { ReactNode } from "react";
import type { Resource } from "../api/use-resource.ts";
import { ProblemNotice } from "./notice.tsx";
import { Loading } from "./page.tsx";

interface ResourceViewProps<T> {
  readonly resource: Resource<T>;
  /** How many lines hold the place until it has been read. */
  readonly lines?: number;
  children(data: T): ReactNode;
}

/** Shows what has been read, what went wrong with reading it, or both when an older state is known. */
export const ResourceView = <T,>({ resource, lines = 3, children }: ResourceViewProps<T>): ReactNode => (
  <>
    {resource.problem !== undefined && <ProblemNotice problem={resource.problem} onRetry={resource.reload} />}
    {resource.data !== undefined
      ? children(resource.data)
      : resource.problem === undefined && <Loading lines={lines} />}
  </>
);
