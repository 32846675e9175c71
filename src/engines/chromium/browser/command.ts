import { existsSync, lstatSync, readlinkSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { UNSAID_LANGUAGE } from "../../printed/unsaid-language.ts";
import { canConfine, confinedCommand } from "../confined/command.ts";
import type { BrowserCommand, BrowserProgram } from "./program.ts";

/*
 * How the browser is started: its flags, and what is put up around it. In every tier Chromium's own sandbox stands
 * around its renderers, unless the operator has turned it off.
 *
 * - bubblewrap: the browser sees /usr, the service's fonts and a temporary directory in memory, and no process but its own. It has no
 *   network: a relay (relay-program.ts) beside it leads to the proxy and nowhere else. When it ends, all that it started
 *   ends.
 * - own-uid: started by root, the browser is a user of its own.
 * - plain: it is the service's own user.
 * - confined: where Chromium's own sandbox does not start (confined/command.ts).
 * @internal Exported for its tests alone.
 */
export const browserTiers = ["bubblewrap", "own-uid", "plain", "confined"] as const;
export type BrowserTier = (typeof browserTiers)[number];

/** The name of the file in `profile` that configures the browser's fonts. */
export const FONT_CONFIGURATION = "fonts.conf";

/** The name of the socket in `profile` at which the service's end of the relay listens. */
export const RELAY_SOCKET = "egress";
const RELAY_PORT = 9000;

/** Returns the URL at which the browser of a tier finds the proxy. */
export function proxyUrlIn(tier: BrowserTier, { proxyUrl }: BrowserProgram): string | undefined {
  return tier === "bubblewrap" && proxyUrl !== undefined ? `http://127.0.0.1:${RELAY_PORT}` : proxyUrl;
}

/**
 * Returns the command that starts the browser in a tier.
 * @param profile an empty directory of the browser's user, for the tiers without a separate view of files
 */
export function browserCommand(tier: BrowserTier, browser: BrowserProgram, profile: string): BrowserCommand {
  switch (tier) {
    case "bubblewrap":
      return bubblewrapCommand(browser, profile);
    case "confined":
      return confinedCommand({
        ...browser,
        arguments: flags({ ...browser, hasSandbox: false }, profile),
        environment: environmentIn(profile, join(profile, FONT_CONFIGURATION)),
        profile,
      });
    case "own-uid":
    case "plain": {
      const [program, ...rest] = [
        ...asAnother(browser, ["--pdeathsig=KILL"]),
        browser.path,
        ...flags(browser, profile),
      ];
      return { program, arguments: rest, environment: environmentIn(profile, join(profile, FONT_CONFIGURATION)) };
    }
  }
}

/**
 * Returns the tiers that this user and system may have; whether one works shows only when a browser is started in it.
 */
export function possibleTiers(): readonly BrowserTier[] {
  return browserTiers.filter((tier) => {
    switch (tier) {
      case "bubblewrap":
        return bubblewrapProgram() !== undefined;
      case "own-uid":
        return isRoot();
      case "plain":
        return !isRoot();
      case "confined":
        return canConfine();
    }
  });
}

export const isRoot = (): boolean => process.geteuid?.() === 0;

/**
 * A proxy URL that leads nowhere: nothing listens on the port, since that takes root and the discard service is
 * obsolete.
 */
export const NO_PROXY = "http://127.0.0.1:9";
/** The bypass list that sends loopback addresses through the proxy, too; by default they are reached without it. */
export const PROXY_BYPASS = "<-loopback>";

function flags({ hasSandbox }: BrowserProgram, profile: string): string[] {
  return [
    "--remote-debugging-pipe",
    "--headless",
    `--user-data-dir=${profile}`,
    // Contexts of jobs that may fetch name the service's proxy; everything else ends here. Names are resolved by the
    // proxy alone, and nothing goes past it: neither loopback, nor UDP by QUIC or WebRTC. The headless shell obeys the
    // first of the two WebRTC flags, the full browser the second.
    `--proxy-server=${NO_PROXY}`,
    `--proxy-bypass-list=${PROXY_BYPASS}`,
    "--host-resolver-rules=MAP * ~NOTFOUND,EXCLUDE 127.0.0.1",
    "--disable-quic",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--block-new-web-contents",
    // A script that hoards memory ends its own renderer.
    "--js-flags=--max-old-space-size=256",
    // Things that a browser does by itself and a printer does not need.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--disable-gpu",
    "--disable-sync",
    "--disable-features=MediaRouter,OptimizationHints,Translate,AutofillServerCommunication,InterestFeedContentSuggestions",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    "--password-store=basic",
    "--use-mock-keychain",
    // Pages that are not visible on a screen are worked on all the same.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    // Text is set with the document's metrics, the same on every machine.
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    `--accept-lang=${UNSAID_LANGUAGE}`,
    ...(hasSandbox ? [] : ["--no-sandbox"]),
  ];
}

const environmentIn = (home: string, fontConfiguration: string): Record<string, string> => ({
  HOME: home,
  TMPDIR: home,
  XDG_CONFIG_HOME: home,
  XDG_CACHE_HOME: home,
  FONTCONFIG_FILE: fontConfiguration,
  LANG: "C.UTF-8",
  TZ: "UTC",
  // Nothing listens there.
  DBUS_SESSION_BUS_ADDRESS: "disabled:",
});

/** Returns the words that come before a command to run it as the browser's user; the command dies with the service. */
function asAnother({ identity }: BrowserProgram, options: readonly string[]): [string, ...string[]] {
  const become = identity === undefined ? [] : [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, "--clear-groups"];
  return [SET_PRIVILEGES, ...become, "--inh-caps=-all", ...options];
}

const SET_PRIVILEGES = "/usr/bin/setpriv";

function bubblewrapProgram(): string | undefined {
  return ["/usr/bin/bwrap", "/usr/local/bin/bwrap"].find((path) => existsSync(path));
}

const TEMPORARY_INSIDE = "/tmp";
/**
 * The size of the temporary file system, for caches and for what pages store; large printed documents pass through it,
 * too.
 */
const TEMPORARY_BYTES = 2 ** 30;
const SHARED_BYTES = 2 ** 30;
const SYSTEM_PATHS = ["/etc/alternatives", "/etc/ssl/certs"];
const FONT_CONFIGURATION_INSIDE = `/etc/fonts/${FONT_CONFIGURATION}`;
const SYSTEM_ROOTS = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

function bubblewrapCommand(browser: BrowserProgram, profile: string): BrowserCommand {
  const environment = environmentIn(TEMPORARY_INSIDE, FONT_CONFIGURATION_INSIDE);
  const outside = [...SYSTEM_PATHS, FONT_CONFIGURATION_INSIDE, browser.path].filter(
    (path) => !path.startsWith("/usr/"),
  );
  const options = [
    ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"],
    browser.identity === undefined
      ? ["--unshare-user"]
      : ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"],
    ["--die-with-parent", "--new-session", "--clearenv"],
    Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
    ["--ro-bind", "/usr", "/usr"],
    SYSTEM_ROOTS.flatMap(systemRootOptions),
    outside.flatMap(parentOptions),
    SYSTEM_PATHS.flatMap((path) => ["--ro-bind-try", path, path]),
    ["--ro-bind", join(profile, FONT_CONFIGURATION), FONT_CONFIGURATION_INSIDE],
    browser.path.startsWith("/usr/") ? [] : ["--ro-bind", dirname(browser.path), dirname(browser.path)],
    ["--proc", "/proc", "--dev", "/dev"],
    ["--perms", "1777", "--size", String(SHARED_BYTES), "--tmpfs", "/dev/shm"],
    ["--perms", "1777", "--size", String(TEMPORARY_BYTES), "--tmpfs", TEMPORARY_INSIDE],
    // After the temporary directory, which the folder may be in.
    folderOptions(browser.fonts.folder),
    browser.proxyUrl === undefined ? [] : relayOptions(profile),
    ["--remount-ro", "/"],
    ["--chdir", TEMPORARY_INSIDE],
  ].flat();
  const relay = browser.proxyUrl === undefined ? [] : RELAY_COMMAND;
  const program = [browser.path, ...flags(browser, `${TEMPORARY_INSIDE}/profile`)];
  const command = [...asAnother(browser, []), ...relay, ...program];
  return { program: bubblewrapProgram() ?? "bwrap", arguments: [...options, "--", ...command], environment: {} };
}

const RELAY_INSIDE = {
  node: "/relay/node",
  program: `/relay/program${extname(import.meta.filename)}`,
  socket: "/relay/out",
};
const RELAY_COMMAND = [
  RELAY_INSIDE.node,
  "--disable-warning=ExperimentalWarning",
  RELAY_INSIDE.program,
  `${RELAY_INSIDE.socket}/${RELAY_SOCKET}`,
  String(RELAY_PORT),
];

function relayOptions(profile: string): string[] {
  return [
    ["--perms", "0755", "--dir", "/relay"],
    ["--ro-bind", process.execPath, RELAY_INSIDE.node],
    [
      "--ro-bind",
      join(import.meta.dirname, `../network/relay-program${extname(import.meta.filename)}`),
      RELAY_INSIDE.program,
    ],
    ["--ro-bind", profile, RELAY_INSIDE.socket],
  ].flat();
}

/** Shows the operator's fonts. */
function folderOptions(folder: string | undefined): string[] {
  return folder === undefined || folder.startsWith("/usr/")
    ? []
    : [...parentOptions(folder), "--ro-bind", folder, folder];
}

/** Returns the options that make the directories above `path`, which bubblewrap would make for root alone. */
function parentOptions(path: string): string[] {
  const above = dirname(path);
  return above === "/" ? [] : [...parentOptions(above), "--perms", "0755", "--dir", above];
}

function systemRootOptions(path: string): string[] {
  const information = lstatSync(path, { throwIfNoEntry: false });
  if (information === undefined) {
    return [];
  }
  return information.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}
