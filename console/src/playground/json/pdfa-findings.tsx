import { type ReactNode, useState } from "react";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { PdfPages } from "../pages/pdf-pages.tsx";
import type { Source } from "../sources.ts";
import styles from "./pdfa-findings.module.css";
import type { AccessibilityReport, PdfaReport, PdfaRule } from "./pdfa-report.ts";

interface PdfaFindingsProps {
  readonly report: PdfaReport;
  readonly source: Source | undefined;
}

/** What breaks PDF/A, by clause, with the page where it is broken beside it. */
export function PdfaFindings({ report, source }: PdfaFindingsProps): ReactNode {
  const [page, setPage] = useState(report.rules.flatMap(({ pages }) => pages)[0]);
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
        <Clauses rules={report.rules} shown={page} {...(isPdf ? { onPage: setPage } : {})} />
        {report.accessibility !== undefined && (
          <Accessibility report={report.accessibility} shown={page} {...(isPdf ? { onPage: setPage } : {})} />
        )}
      </div>
      {isPdf && <PdfPages blob={source.blob} password={source.password} label={source.name} shown={page} />}
    </div>
  );
}

interface ShownPage {
  readonly shown: number | undefined;
  readonly onPage?: (page: number) => void;
}

function Clauses({ rules, ...page }: ShownPage & { readonly rules: readonly PdfaRule[] }): ReactNode {
  const clauses = Map.groupBy(rules, ({ clause }) => clause);
  return [...clauses].map(([clause, own]) => (
    <section key={clause} className={styles["clause"]} aria-label={`Clause ${clause}`}>
      <h3>Clause {clause}</h3>
      {own.map((rule) => (
        <Rule key={rule.test} rule={rule} {...page} />
      ))}
    </section>
  ));
}

/** What keeps a document from being accessible, and what a person has to look at. */
function Accessibility({ report, ...page }: ShownPage & { readonly report: AccessibilityReport }): ReactNode {
  return (
    <section aria-label="Accessibility">
      <Notice
        kind={report.is_compliant ? "good" : "warn"}
        title={report.is_compliant ? "Accessible as far as a program can tell" : "Not accessible"}
      >
        {report.profile} was checked; the document claims {report.claimed ?? "no accessibility"}.
      </Notice>
      <Clauses rules={report.rules} {...page} />
      <h3>For a person to judge</h3>
      <ul>
        {report.human_checks.map(({ subject, question, count }) => (
          <li key={subject}>
            {question}
            {count > 0 && ` (${count})`}
          </li>
        ))}
      </ul>
    </section>
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
