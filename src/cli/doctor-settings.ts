import { fontFolderFault } from "../engines/fonts/service-fonts.ts";
import { bootstrapKeyWarning } from "../platform/auth/bootstrap-key.ts";
import { type Config, ConfigError, type ExaminedSettings } from "../platform/config/config.ts";
import { expectUsersApart } from "../platform/config/process-users.ts";
import { pdfiumLibraryOf } from "../platform/config/program-files.ts";
import { s3Settings } from "../platform/config/s3.ts";
import { visionSettings } from "../platform/config/vision.ts";
import { createEgress } from "../platform/egress/egress.ts";
import type { Check } from "./doctor-report.ts";

/**
 * Checks the settings as the start does: values, what they name, and names that are no settings. Values are shown only
 * where they are wrong, and secrets never.
 */
export function settingsCheck({ config, faults, warnings, names }: ExaminedSettings): Check {
  const about = { name: "Settings", needed: true } as const;
  const { stops, advice } = startFaults(config);
  const all = [...faults, ...stops];
  if (all.length > 0) {
    return {
      ...about,
      state: "unavailable",
      detail: all.join(" "),
      remedy: "Settings: correct them, or leave them out; docs/configuration.md says what each takes.",
    };
  }
  const doubts = [...advice, ...warnings];
  const given = names.length === 0 ? "all have their defaults" : `given: ${names.join(", ")}`;
  return doubts.length === 0
    ? { ...about, state: "ready", detail: given }
    : {
        ...about,
        state: "degraded",
        detail: `${given}. ${doubts.join(" ")}`,
        remedy: "Settings: correct or remove the names above; docs/configuration.md lists all settings.",
      };
}

/** Returns what would stop a start, and what it would warn about. */
function startFaults(config: Config): { readonly stops: readonly string[]; readonly advice: readonly string[] } {
  const stops: string[] = [];
  const advice: string[] = [];
  const steps: readonly (() => unknown)[] = [
    () => advice.push(...[bootstrapKeyWarning(config)].filter((warning) => warning !== undefined)),
    () => expectUsersApart(config),
    () => createEgress(config),
    () => visionSettings(config),
    () => s3Settings(config),
    () => pdfiumLibraryOf(config),
    () => expectFonts(config.QUIRE_FONTS_DIR),
  ];
  for (const step of steps) {
    try {
      step();
    } catch (error) {
      if (!(error instanceof ConfigError)) {
        throw error;
      }
      stops.push(error.message);
    }
  }
  return { stops, advice };
}

function expectFonts(folder: string | undefined): void {
  const fault = folder === undefined ? undefined : fontFolderFault(folder);
  if (fault !== undefined) {
    throw new ConfigError(`QUIRE_FONTS_DIR: ${folder} ${fault}`);
  }
}
