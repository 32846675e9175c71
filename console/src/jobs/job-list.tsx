import { type ReactNode, useCallback } from "react";
import { Link } from "wouter";
import { bodyOf } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { Button } from "../design/button.tsx";
import { Notice, ProblemNotice } from "../design/notice.tsx";
import { Card, Empty, Loading, Page } from "../design/page.tsx";
import { Pager } from "../design/pager.tsx";
import type { Pages } from "../design/use-pages.ts";
import { useSession } from "../session/session.tsx";
import { type Filter, JobFilter, NO_FILTER } from "./job-filter.tsx";
import { JobTable } from "./job-table.tsx";
import styles from "./jobs.module.css";
import { useNewJobs } from "./use-new-jobs.ts";

const EVERY_MS = 3000;
const PER_PAGE = 25;

interface JobListProps {
  readonly filter: Filter;
  readonly pages: Pages;
  /** Whether the key sees the jobs of the whole account, and not only those that it submitted. */
  readonly seesAll: boolean;
  onFilter(filter: Filter): void;
}

/** The jobs, newest first, read again while they are seen. */
export function JobList({ filter, pages, seesAll, onFilter }: JobListProps): ReactNode {
  const { client } = useSession();
  const { status, operation } = filter;
  const { cursor } = pages;
  const { data, problem, reload } = useResource(
    useCallback(
      async (signal: AbortSignal) =>
        bodyOf(
          await client.GET("/api/v1/jobs", {
            params: {
              query: {
                limit: PER_PAGE,
                ...(status === undefined ? {} : { status }),
                ...(operation === undefined ? {} : { operation }),
                ...(cursor === undefined ? {} : { cursor }),
              },
            },
            signal,
          }),
        ),
      [client, status, operation, cursor],
    ),
    { everyMs: EVERY_MS },
  );
  const { shown, waiting, showAll } = useNewJobs(data?.items);
  return (
    <Page title="Jobs" about="Work that goes on without the request that began it, newest first.">
      {!seesAll && <Notice>This key has not the scope jobs: it sees the jobs that it submitted itself.</Notice>}
      <Card>
        <JobFilter filter={filter} onFilter={onFilter} />
        <NewJobs count={waiting} onShow={showAll} />
        {problem !== undefined && <ProblemNotice problem={problem} onRetry={reload} />}
        {data === undefined ? (
          problem === undefined && <Loading lines={10} />
        ) : data.items.length === 0 ? (
          <NoJobs isFiltered={status !== undefined || operation !== undefined} onAll={() => onFilter(NO_FILTER)} />
        ) : (
          <JobTable jobs={shown} />
        )}
        <Pager pages={pages} nextCursor={data?.next_cursor} of="jobs" />
      </Card>
    </Page>
  );
}

/** Says that newer jobs wait; its room is there before they do, so that nothing moves when they come. */
const NewJobs = ({ count, onShow }: { readonly count: number; onShow(): void }): ReactNode => (
  <div className={styles["new"]}>
    <span role="status" className={count === 0 ? undefined : "visually-hidden"}>
      {count === 0 ? "Up to date" : `${jobsInWords(count)} since the list was opened`}
    </span>
    {count > 0 && <Button onPress={onShow}>Show {jobsInWords(count)}</Button>}
  </div>
);

const jobsInWords = (count: number): string => (count === 1 ? "1 new job" : `${count} new jobs`);

const NoJobs = ({ isFiltered, onAll }: { readonly isFiltered: boolean; onAll(): void }): ReactNode =>
  isFiltered ? (
    <Empty title="No such jobs">
      <Button onPress={onAll}>Show all jobs</Button>
    </Empty>
  ) : (
    <Empty title="No jobs yet">
      <p>
        A call becomes a job with <code>?async=true</code>, and by itself when its document is long. Try one in the{" "}
        <Link href="/playground">playground</Link>.
      </p>
    </Empty>
  );
