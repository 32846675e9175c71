import { adviceOn } from "../platform/blobs/open-blobs.ts";
import { openS3Blobs } from "../platform/blobs/s3/s3-blobs.ts";
import { S3Trouble } from "../platform/blobs/s3/s3-trouble.ts";
import { type Config, ConfigError } from "../platform/config/config.ts";
import { type S3Settings, s3Settings } from "../platform/config/s3.ts";
import type { Check } from "./doctor-report.ts";

/**
 * Checks the S3 store, if results and inputs of jobs are kept in one, by listing what is in it; nothing is written. Wrong
 * settings are reported with the settings.
 */
export async function s3Check(config: Config): Promise<readonly Check[]> {
  const settings = settingsOf(config);
  if (settings === undefined) {
    return [];
  }
  const about = { name: "S3 store", needed: true } as const;
  const place = `bucket ${settings.bucket} of ${settings.endpoint}`;
  try {
    await openS3Blobs(settings).list("request-parts/");
    return [{ ...about, state: "ready", detail: `${place}; the start also tries to write` }];
  } catch (error) {
    const trouble = error instanceof Error && error.cause instanceof S3Trouble ? error.cause : undefined;
    if (trouble === undefined) {
      throw error;
    }
    const remedy = `S3 store:${adviceOn(trouble) || " ask whoever runs it."}`;
    return [{ ...about, state: "unavailable", detail: `${place}: ${trouble.message}`, remedy }];
  }
}

function settingsOf(config: Config): S3Settings | undefined {
  try {
    return s3Settings(config);
  } catch (error) {
    if (error instanceof ConfigError) {
      return undefined;
    }
    throw error;
  }
}
