/** The address of the service, with a slash at its end: where this page came from, under whatever path a proxy puts it. */
export const BASE_URL = new URL("./", window.location.href.replace(/[?#].*$/s, "")).href;

/** Returns the full address of a path of the service, such as `/api/v1/jobs`. */
export const addressOf = (path: string): string => new URL(path.replace(/^\//, ""), BASE_URL).href;
