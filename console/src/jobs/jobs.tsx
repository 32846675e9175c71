import { type ReactNode, useState } from "react";
import { usePages } from "../design/use-pages.ts";
import { RefusedPage } from "../design/refused-page.tsx";
import { useSession } from "../session/session.tsx";
import { NO_FILTER } from "./job-filter.tsx";
import { JobList } from "./job-list.tsx";
import { JobPage } from "./job-page.tsx";

const SUBMITTING = ["convert", "pdf", "extract", "ocr", "vision"] as const;

/** The jobs of the account, or one of them. The filter is kept while a job is looked at. */
export function Jobs({ id }: { readonly id: string | undefined }): ReactNode {
  const { may } = useSession();
  const [filter, setFilter] = useState(NO_FILTER);
  const pages = usePages();
  if (!may("jobs") && !SUBMITTING.some(may)) {
    return <RefusedPage title="Jobs" what="jobs" scopes={["jobs"]} />;
  }
  if (id !== undefined) {
    return <JobPage key={id} id={id} />;
  }
  return (
    <JobList
      filter={filter}
      pages={pages}
      seesAll={may("jobs")}
      onFilter={(chosen) => {
        setFilter(chosen);
        pages.restart();
      }}
    />
  );
}
