import { documentOf, entries, footerOf, ifGiven, PERIOD, signaturesOf, tableOf, valueOf } from "./fragments.ts";
import { LOGO, objectOf, optionals, starter, text, textOrNumber, variablesOf } from "./starter.ts";

const BODY = `<header>
  <h1>{{t "timesheet"}}</h1>
  {{#if logo}}<img src="{{logo}}" alt="{{default logo_alt company_name}}">{{else}}<p class="issuer">${valueOf("company_name")}</p>{{/if}}
</header>
<dl class="facts">
${entries([
  ["employee", valueOf("employee_name")],
  ["employee_number", valueOf("employee_number"), { given: "employee_number" }],
  ["department", valueOf("department"), { given: "department" }],
  ["project", valueOf("project"), { given: "project" }],
  ["period", PERIOD, { given: "period_start" }],
])}</dl>
<main>
${tableOf("entries", [
  { label: "date", cell: "{{date date 'EEE'}} {{date date \"medium\"}}", className: "nowrap" },
  { label: "start", cell: "{{#if start}}{{start}}{{/if}}", className: "number", given: "start" },
  { label: "end", cell: "{{#if end}}{{end}}{{/if}}", className: "number", given: "end" },
  { label: "break", cell: "{{#if break}}{{break}}{{/if}}", className: "number", given: "break" },
  { label: "project", cell: valueOf("project", 'default project ""'), className: "flexible", given: "project" },
  { label: "task", cell: valueOf("task", 'default task ""'), className: "flexible", given: "task" },
  { label: "hours", cell: "{{number hours 2}}", className: "number" },
])}
<div class="ending">
<dl class="sums">
${entries([
  ["total_hours", "{{number total_hours 2}}", { className: "total" }],
  ["overtime", "{{number overtime 2}}", { given: "overtime" }],
])}</dl>
${ifGiven("notes", `<section class="columns"><div><h2>{{t "notes"}}</h2><p class="lines">${valueOf("notes")}</p></div></section>`)}
${signaturesOf("employee_signature", "approval_signature")}</div>
</main>
`;

const CSS = `header { display: flex; justify-content: space-between; align-items: flex-start; gap: 10mm; }
header img { max-width: 60mm; max-height: 16mm; }
.issuer { padding-top: 4pt; font-size: 11pt; font-weight: 700; }
.facts { display: flex; flex-wrap: wrap; gap: 4mm 12mm; margin: 8mm 0 9mm; }
.facts dt { color: var(--soft); font-size: 8pt; }
.facts dd { margin-top: 1pt; }
td { padding-block: 4pt; }
`;

/** The hours that somebody has worked, day by day, to be signed. */
export const timesheetStandard = starter({
  slug: "timesheet-standard",
  name: "Timesheet",
  description:
    "The hours that somebody has worked. Required: company_name, employee_name, entries (date, hours) and total_hours. " +
    "Optional: employee_number, department, project, period_start with period_end, overtime, notes, logo, accent_color, and " +
    "an entry's start, end, break, project and task.",
  content: documentOf({ title: '{{t "timesheet"}}: {{employee_name}}', body: BODY }),
  css: CSS,
  footerHtml: footerOf(`{{t "timesheet"}} · ${valueOf("employee_name")}`),
  page: { page_size: "A4", margin_top: "20mm", margin_bottom: "22mm", margin_left: "20mm", margin_right: "20mm" },
  variablesSchema: {
    ...variablesOf(
      {
        company_name: text,
        employee_name: text,
        entries: {
          type: "array",
          items: objectOf(
            { date: textOrNumber, hours: textOrNumber },
            optionals("start", "end", "break", "project", "task"),
          ),
        },
        total_hours: textOrNumber,
      },
      {
        ...LOGO,
        ...optionals("employee_number", "department", "project", "period_start", "period_end", "overtime", "notes"),
      },
    ),
    dependentRequired: { period_start: ["period_end"], period_end: ["period_start"] },
  },
  sample: {
    company_name: "Northwind Studio",
    employee_name: "Jonas Berg",
    employee_number: "0418",
    department: "Design",
    period_start: "2026-03-02",
    period_end: "2026-03-08",
    entries: [
      {
        date: "2026-03-02",
        start: "09:00",
        end: "17:30",
        break: "0:45",
        task: "Annual report: grid and type",
        hours: 7.75,
      },
      { date: "2026-03-03", start: "08:45", end: "17:15", break: "0:45", task: "Annual report: tables", hours: 7.75 },
      { date: "2026-03-04", start: "09:00", end: "18:30", break: "1:00", task: "Workshop with the client", hours: 8.5 },
      { date: "2026-03-05", start: "09:00", end: "17:00", break: "0:30", task: "Illustrations", hours: 7.5 },
      {
        date: "2026-03-06",
        start: "09:00",
        end: "15:00",
        break: "0:30",
        task: "Corrections, files for print",
        hours: 5.5,
      },
    ],
    total_hours: 37,
    overtime: 1,
  },
});
