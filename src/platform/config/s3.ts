import { withoutTrailing } from "../../kernel/trailing.ts";
import { type Config, ConfigError } from "./config.ts";

/** Where and how results and inputs of jobs are kept in a store with the interface of Amazon S3. */
export interface S3Settings {
  /** The base address of the store, without the bucket and without a slash at its end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Whether the bucket stands in the path of addresses, rather than in front of the host. */
  readonly pathStyle: boolean;
  /** What all keys begin with: empty, or with a slash at its end. */
  readonly prefix: string;
  /** The encryption that the store is asked for; undefined: what the bucket does by itself. */
  readonly encryption: "AES256" | "aws:kms" | undefined;
}

/**
 * Returns the settings of the S3 store; undefined when results and inputs are kept in the data directory.
 * @throws ConfigError when a setting is missing, or has no effect because another one is
 */
export function s3Settings(config: Config): S3Settings | undefined {
  const { QUIRE_S3_ENDPOINT: endpoint, QUIRE_S3_BUCKET: bucket } = config;
  if (endpoint === undefined) {
    if (bucket !== undefined) {
      throw new ConfigError(
        "QUIRE_S3_BUCKET: it has no effect without QUIRE_S3_ENDPOINT, the address of the store, such as " +
          "https://s3.eu-central-1.amazonaws.com. Set that one as well, or neither.",
      );
    }
    return undefined;
  }
  const prefix = withoutTrailing(config.QUIRE_S3_PREFIX ?? "", "/");
  return {
    endpoint: withoutTrailing(endpoint, "/"),
    bucket: required("QUIRE_S3_BUCKET", bucket, "the name of a bucket that exists"),
    region: config.QUIRE_S3_REGION,
    accessKeyId: required("QUIRE_S3_ACCESS_KEY_ID", config.QUIRE_S3_ACCESS_KEY_ID, "the id of an access key"),
    secretAccessKey: required(
      "QUIRE_S3_SECRET_ACCESS_KEY",
      config.QUIRE_S3_SECRET_ACCESS_KEY,
      "the secret of the access key",
    ),
    pathStyle: config.QUIRE_S3_PATH_STYLE,
    prefix: prefix === "" ? "" : `${prefix}/`,
    encryption: config.QUIRE_S3_ENCRYPTION,
  };
}

function required(name: string, value: string | undefined, what: string): string {
  if (value === undefined) {
    throw new ConfigError(`${name}: QUIRE_S3_ENDPOINT is set, which needs ${what} as well.`);
  }
  return value;
}
