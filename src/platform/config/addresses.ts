import { isIP } from "node:net";

/* What is wrong with the addresses that settings name; undefined when nothing is. */

/** Checks a base address that links begin with. */
export function baseUrlFault(text: string): string | undefined {
  const url = webUrl(text);
  if (url === undefined) {
    return "It should begin with http:// or https:// and a host, such as https://pdf.example.com.";
  }
  return url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== ""
    ? "It should have no query, fragment or password."
    : undefined;
}

/** Checks the address of a PostgreSQL database. */
export function databaseUrlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isRight = url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol) && url.pathname.length > 1;
  return isRight ? undefined : "It should be like postgres://user:password@host:5432/database.";
}

/** Checks origins separated by commas, or `*`. A browser sends an origin with its scheme, so that one without never matches. */
export function originsFault(list: string): string | undefined {
  const wrong = entriesOf(list).find((entry) => entry !== "*" && webUrl(entry)?.origin !== withoutSlash(entry));
  return wrong === undefined ? undefined : `'${wrong}' is no origin, such as https://app.example.com, and not *.`;
}

/** Checks addresses and networks separated by commas. */
export function networksFault(list: string): string | undefined {
  const wrong = entriesOf(list).find((entry) => !isAddressOrNetwork(entry));
  return wrong === undefined ? undefined : `'${wrong}' is neither an address nor a network such as 10.0.0.0/8.`;
}

/** Returns the entries of a list that commas separate. */
export const entriesOf = (list: string): readonly string[] => list.split(",").flatMap((entry) => entry.trim() || []);

const withoutSlash = (text: string): string => text.toLowerCase().replace(/\/$/, "");

function webUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(text) ? url : undefined;
}

function isAddressOrNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const bits = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}
