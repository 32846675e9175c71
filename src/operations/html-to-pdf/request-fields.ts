import type { Cookie } from "../../engines/chromium/port.ts";
import { type Fault, valueError } from "../../kernel/faults.ts";
import type { Parse } from "../../kernel/fields/field-values.ts";
import { optionalJsonList, optionalJsonMembers } from "../../kernel/fields/json-fields.ts";
import { didYouMean } from "../../kernel/nearest.ts";

/*
 * The header fields and cookies that are sent with the request for a page. None of them may end a line or become
 * another field, and what belongs to the connection is left to the browser.
 */

const MAX_HEADERS = 50;
const MAX_COOKIES = 100;
const MAX_VALUE = 8192;

/** The name of a header field (RFC 9110, 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** The value of a header field (RFC 9110, 5.5), without what is not ASCII, whose encoding is unspecified. */
const FIELD_VALUE = /^[\t\x20-\x7e]*$/;

/**
 * The names of fields that belong to the connection (RFC 9110, 7.6.1), and of those with which the browser describes
 * the request itself.
 */
const RESERVED =
  /^(?:host|content-length|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|via|date|origin|cookie2?|set-cookie2?|accept-encoding|http2-settings|forwarded|x-forwarded-.*|proxy-.*|sec-.*|access-control-.*)$/i;

const headerValue =
  (name: string): Parse<string> =>
  (value) => {
    if (!TOKEN.test(name)) {
      return { fault: valueError("expected the name of a header field") };
    }
    if (/^cookie2?$/i.test(name)) {
      return { fault: valueError("cookies belong in the field cookies") };
    }
    if (RESERVED.test(name)) {
      return { fault: valueError(`the header field ${name} cannot be set`) };
    }
    if (typeof value !== "string") {
      return { fault: notAString };
    }
    return value.length <= MAX_VALUE && FIELD_VALUE.test(value)
      ? { value: value.trim() }
      : { fault: valueError("expected the value of a header field: ASCII without line breaks, up to 8192 characters") };
  };

export const requestHeaders = () =>
  optionalJsonMembers(headerValue, { members: { type: "string" }, maxMembers: MAX_HEADERS });

/** A cookie, and the names of its members that are unknown. */
export interface GivenCookie {
  readonly cookie: Cookie;
  readonly unknown: readonly string[];
}

/** The names of the members of a cookie. */
export const COOKIE_MEMBERS: ReadonlySet<string> = new Set([
  "name",
  "value",
  "domain",
  "path",
  "secure",
  "httpOnly",
  "http_only",
]);
/** The value of a cookie (RFC 6265, 4.1.1) as browsers read it, without characters that end a cookie or a line. */
const COOKIE_VALUE = /^[\x20-\x3a\x3c-\x7e]*$/;
const DOMAIN = /^\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*$|^\[[0-9a-f:.]+\]$/i;
const PATH = /^\/[\x21-\x3a\x3c-\x7e]*$/;

const parseCookie: Parse<GivenCookie> = (raw) => {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    return { fault: { type: "model_attributes_type", message: "Input should be a JSON object" } };
  }
  const members = new Map<string, unknown>(Object.entries(raw).filter(([, value]) => value !== null));
  const texts = ["name", "value", "domain", "path"].map((name) => members.get(name));
  if (!texts.every((text) => text === undefined || typeof text === "string")) {
    return { fault: notAString };
  }
  const [name = "", value = "", domain, path] = texts;
  const httpOnly = members.get("httpOnly") ?? members.get("http_only");
  const secure = members.get("secure");
  const wrong = [
    [TOKEN.test(name), "expected the name of a cookie"],
    [
      value.length <= MAX_VALUE && COOKIE_VALUE.test(value),
      "expected the value of a cookie: ASCII without line breaks and semicolons",
    ],
    [domain === undefined || DOMAIN.test(domain), "expected a host name as the domain of a cookie"],
    [path === undefined || PATH.test(path), "expected the path of a cookie, which begins with /"],
    [[httpOnly, secure].every((flag) => flag === undefined || typeof flag === "boolean"), "expected true or false"],
  ].find(([isRight]) => isRight === false);
  if (wrong !== undefined) {
    return { fault: valueError(String(wrong[1])) };
  }
  return {
    value: {
      cookie: { name, value, domain, path, secure: secure === true, httpOnly: httpOnly === true },
      unknown: [...members.keys()].filter((member) => !COOKIE_MEMBERS.has(member)),
    },
  };
};

export const requestCookies = () =>
  optionalJsonList(parseCookie, {
    items: {
      type: "object",
      properties: {
        name: { type: "string" },
        value: { type: "string" },
        domain: { type: "string" },
        path: { type: "string" },
        secure: { type: "boolean" },
        httpOnly: { type: "boolean" },
      },
      required: ["name", "value"],
    },
    maxItems: MAX_COOKIES,
    takes: 'a JSON list such as [{"name": "theme", "value": "dark"}]',
  });

/** The media features that a browser can be set to (Media Queries 5), with their values. */
const MEDIA_FEATURES: Readonly<Record<string, readonly string[]>> = {
  "prefers-color-scheme": ["light", "dark"],
  "prefers-reduced-motion": ["no-preference", "reduce"],
  "prefers-reduced-data": ["no-preference", "reduce"],
  "prefers-reduced-transparency": ["no-preference", "reduce"],
  "prefers-contrast": ["no-preference", "more", "less", "custom"],
  "forced-colors": ["none", "active"],
  "color-gamut": ["srgb", "p3", "rec2020"],
};

const mediaFeature =
  (name: string): Parse<string> =>
  (value) => {
    const values = Object.hasOwn(MEDIA_FEATURES, name) ? MEDIA_FEATURES[name] : undefined;
    if (values === undefined) {
      const features = Object.keys(MEDIA_FEATURES);
      return { fault: valueError(`expected one of ${features.join(", ")}`, { advice: didYouMean(name, features) }) };
    }
    return typeof value === "string" && values.includes(value)
      ? { value }
      : { fault: valueError(`expected ${values.join(" or ")}`) };
  };

export const mediaFeatures = () =>
  optionalJsonMembers(mediaFeature, {
    members: { type: "string" },
    maxMembers: Object.keys(MEDIA_FEATURES).length,
  });

const notAString: Fault = { type: "string_type", message: "Input should be a valid string" };
