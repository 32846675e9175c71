import { type ReactNode, useState } from "react";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { PdfPages } from "../pages/pdf-pages.tsx";
import type { Source } from "../sources.ts";
import styles from "./pdfa-findings.module.css";
import type { PdfaReport, PdfaRule } from "./pdfa-report.ts";

interface PdfaFindingsProps {
  readonly report: PdfaReport;
  readonly source: Source | undefined;
}

/** What breaks PDF/A, by clause, with the page where it is broken beside it. */
export function PdfaFindings({ report, source }: PdfaFindingsProps): ReactNode {
  const [page, setPage] = useState(report.rules.flatMap(({ pages }) => pages)[0]);
  const clauses = Map.groupBy(report.rules, ({ clause }) => clause);
  const isPdf = source?.mediaType === "application/pdf";
  return (
    <div className={styles["findings"]} data-alone={!isPdf || undefined}>
      <div className={styles["list"]}>
        <Notice
          kind={report.is_compliant ? "good" : "warn"}
          title={report.is_compliant ? "Conforms" : "Does not conform"}
        >
          PDF/A-{report.profile_checked} was checked; the document claims{" "}
          {report.claimed_conformance ?? "no conformance"}. {report.coverage?.rules ?? 0} rules apply
          {report.coverage?.complete === false ? ", not all of which could be checked in full." : "."}
        </Notice>
        {[...clauses].map(([clause, rules]) => (
          <section key={clause} className={styles["clause"]} aria-label={`Clause ${clause}`}>
            <h3>Clause {clause}</h3>
            {rules.map((rule) => (
              <Rule key={rule.test} rule={rule} shown={page} {...(isPdf ? { onPage: setPage } : {})} />
            ))}
          </section>
        ))}
      </div>
      {isPdf && <PdfPages blob={source.blob} password={source.password} label={source.name} shown={page} />}
    </div>
  );
}

interface RuleProps {
  readonly rule: PdfaRule;
  readonly shown: number | undefined;
  readonly onPage?: (page: number) => void;
}

function Rule({ rule, shown, onPage }: RuleProps): ReactNode {
  return (
    <article className={styles["rule"]}>
      <p>
        <strong>{rule.message}</strong>{" "}
        <span className={styles["soft"]}>
          test {rule.test}, {rule.count === 1 ? "once" : `${rule.count} times`}
        </span>
      </p>
      <p className={styles["soft"]}>Required: {rule.requirement}</p>
      {rule.hint !== undefined && <p>What to do: {rule.hint}</p>}
      <ul className={styles["places"]}>
        {rule.occurrences.map((occurrence, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list does not change
          <li key={index}>
            {typeof occurrence.page === "number" && onPage !== undefined ? (
              <Button
                kind="quiet"
                aria-pressed={shown === occurrence.page}
                onPress={() => onPage(occurrence.page ?? 1)}
              >
                Page {occurrence.page}
              </Button>
            ) : (
              <span className={styles["where"]}>
                {typeof occurrence.page === "number" ? `Page ${occurrence.page}` : "The document"}
              </span>
            )}
            <span>
              {[
                occurrence.object === null || occurrence.object === undefined
                  ? undefined
                  : `object ${occurrence.object}`,
                occurrence.at ?? undefined,
                occurrence.values,
              ]
                .filter((part) => part !== undefined && part !== "")
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}
