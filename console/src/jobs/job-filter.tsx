import { type ReactNode, useCallback } from "react";
import { operationForms } from "../api/description.ts";
import { useResource } from "../api/use-resource.ts";
import { ChoiceField } from "../design/choice-field.tsx";
import type { Job } from "./follow-job.ts";
import { JOB_STATES } from "./job-badge.tsx";
import styles from "./jobs.module.css";

/** Which jobs are listed; undefined stands for any. */
export interface Filter {
  readonly status: Job["status"] | undefined;
  readonly operation: string | undefined;
}

/** The filter that lets all jobs through. */
export const NO_FILTER: Filter = { status: undefined, operation: undefined };

const ANY = "any";

/** The fields that choose which jobs are listed. */
export function JobFilter({
  filter,
  onFilter,
}: {
  readonly filter: Filter;
  onFilter(filter: Filter): void;
}): ReactNode {
  const { data: operations } = useResource(useCallback(() => operationForms(), []));
  return (
    <div className={styles["filter"]} role="group" aria-label="Filter">
      <ChoiceField
        label="Status"
        options={[{ id: ANY, label: "Any status" }, ...JOB_STATES.map((state) => ({ id: state, label: state }))]}
        value={filter.status ?? ANY}
        onChange={(value) => onFilter({ ...filter, status: JOB_STATES.find((state) => state === value) })}
      />
      <ChoiceField
        label="Operation"
        options={[
          { id: ANY, label: "Any operation" },
          ...(operations ?? []).map(({ name }) => ({ id: name, label: name })),
        ]}
        value={filter.operation ?? ANY}
        onChange={(value) => onFilter({ ...filter, operation: value === ANY ? undefined : value })}
      />
    </div>
  );
}
