// What AWS asks of the names of new buckets; older ones with capitals or underscores are rare, and fail in host names.
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

export const bucketFault = (name: string): string | undefined =>
  BUCKET.test(name) ? undefined : "It takes 3 to 63 characters of a-z, 0-9, . and -, as the names of buckets have.";

export const regionFault = (name: string): string | undefined =>
  /^[a-z0-9-]{1,64}$/.test(name) ? undefined : "It takes the name of a region, such as us-east-1 or auto.";

export const prefixFault = (prefix: string): string | undefined =>
  /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*\/?$/.test(prefix) && prefix.length <= 200
    ? undefined
    : "It takes names of A-Z, a-z, 0-9, ., _ and -, separated by slashes, such as quire/production.";

/** A key travels in a header. */
export const accessKeyFault = (key: string): string | undefined =>
  /^[\x21-\x7e]+$/.test(key) ? undefined : "It has characters that no access key has, such as a space or a line break.";
