import { describe, expect, test } from "vitest";
import { isTimeZone, substitute } from "./variables.ts";

const values = { at: Date.UTC(2026, 0, 31, 23, 5, 9), timeZone: "UTC", pages: 12, filename: "Report.pdf" };

/** Returns the text with its variables substituted and the page number as `#`. */
const said = (text: string, more: Partial<typeof values> = {}): string =>
  substitute(text, { ...values, ...more })
    .map((part) => (typeof part === "string" ? part : "#"))
    .join("");

describe("variables of a watermark", () => {
  test.each([
    ["{{date}}", "2026-01-31"],
    ["{{datetime}}", "2026-01-31 23:05:09"],
    ["{{page}}", "#"],
    ["{{total_pages}}", "12"],
    ["{{filename}}", "Report.pdf"],
    ["{{page}} of {{total_pages}}\n{{page}}", "# of 12\n#"],
    ["{{ page }}{{\t\u00a0date }}", "#2026-01-31"],
    ["no variable", "no variable"],
  ])("%j is %j", (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  test.each([
    "{{Page}}",
    "{{pages}}",
    "{{}}",
    "{{ }}",
    "{{pa ge}}",
    "{page}",
    "{{page}",
    "{ {page}}",
    "{{\npage}}",
    "{{user}}",
    "$1 $& $$",
  ])("%j stays as it is written", (text) => {
    expect(said(text)).toBe(text);
  });

  test.each([
    ["{{{page}}}", "{#}"],
    ["{{{{page}}}}", "{{#}}"],
    ["{{ {{page}} }}", "{{ # }}"],
    ["{{page}}}}", "#}}"],
    ["{{page{{page}}", "{{page#"],
  ])("braces around it stay: %j is %j", (text, expected) => {
    expect(said(text)).toBe(expected);
  });

  test("a value that looks like a variable is none", () => {
    expect(said("{{filename}}", { filename: "{{page}}.pdf" })).toBe("{{page}}.pdf");
    expect(said("{{pa{{filename}}", { filename: "ge}}" })).toBe("{{page}}");
  });

  test.each([
    ["Europe/Berlin", "2026-02-01 00:05:09"],
    ["America/St_Johns", "2026-01-31 19:35:09"],
    ["Asia/Kathmandu", "2026-02-01 04:50:09"],
    ["Asia/Riyadh", "2026-02-01 02:05:09"],
    ["utc", "2026-01-31 23:05:09"],
  ])("the time is that of the zone: %s", (timeZone, expected) => {
    expect(said("{{datetime}}", { timeZone })).toBe(expected);
    expect(said("{{date}}", { timeZone })).toBe(expected.slice(0, 10));
  });

  test("midnight is the first hour of its day", () => {
    expect(said("{{datetime}}", { at: Date.UTC(2027, 0, 1) })).toBe("2027-01-01 00:00:00");
  });

  test.each(["UTC", "Europe/Berlin", "europe/berlin", "Etc/GMT+3"])("%s is a time zone", (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  test.each(["", "Mars/Olympus", "+01:00", "Europe/Berlin ", "../etc"])("%j is none", (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  test("ten thousand braces and spaces are read at once", () => {
    for (const text of ["{".repeat(10_000), `{{${" ".repeat(9_998)}`, "{{ ".repeat(3_333), "{{page ".repeat(1_428)]) {
      expect(said(text)).toBe(text);
    }
  });
});
