/** A place of the console: its address behind `#`, its name, and the scope that a key needs for it. */
export interface Place {
  readonly path: string;
  readonly label: string;
  readonly scope?: string;
}

/** All places, in the order of the navigation. */
export const PLACES: readonly Place[] = [
  { path: "/playground", label: "Playground" },
  { path: "/overview", label: "Overview", scope: "account" },
  { path: "/jobs", label: "Jobs", scope: "jobs" },
  { path: "/keys", label: "Keys", scope: "account" },
  { path: "/templates", label: "Templates", scope: "templates" },
  { path: "/webhooks", label: "Webhooks", scope: "account" },
  { path: "/accounts", label: "Accounts", scope: "admin" },
  { path: "/settings", label: "Settings" },
];
