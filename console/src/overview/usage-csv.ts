import type { Share } from "./usage.ts";

const COLUMNS = ["calls", "errors", "server_errors", "p50_ms", "p95_ms", "pages", "credits"] as const;

/**
 * Returns figures as a CSV file (RFC 4180), a row for each share; a latency is empty where nothing was delivered. A name
 * that a spreadsheet would take for a formula begins with an apostrophe: keys are named by their users.
 */
export function csvOf(of: string, shares: readonly Share[]): Blob {
  const rows = shares.map(({ name, figures }) => [
    /^[=+\-@\t\r]/.test(name) ? `'${name}` : name,
    figures.requests,
    figures.errors,
    figures.server_errors,
    figures.latency_ms.p50 ?? "",
    figures.latency_ms.p95 ?? "",
    figures.pages,
    figures.credits,
  ]);
  const lines = [[of.toLowerCase(), ...COLUMNS], ...rows].map((cells) => cells.map(quoted).join(","));
  return new Blob([`${lines.join("\r\n")}\r\n`], { type: "text/csv;charset=utf-8" });
}

const quoted = (cell: string | number): string =>
  /[",\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
