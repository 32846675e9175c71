/** A place of the console: its address behind `#`, its name, and the scopes of which a key needs one for it. */
export interface Place {
  readonly path: string;
  readonly label: string;
  readonly scopes?: readonly string[];
}

/** All places, in the order of the navigation. */
export const PLACES: readonly Place[] = [
  { path: "/playground", label: "Playground" },
  { path: "/overview", label: "Overview", scopes: ["account"] },
  { path: "/jobs", label: "Jobs", scopes: ["jobs", "convert", "pdf", "extract", "ocr", "vision"] },
  { path: "/keys", label: "Keys", scopes: ["account", "admin"] },
  { path: "/templates", label: "Templates", scopes: ["templates"] },
  { path: "/webhooks", label: "Webhooks", scopes: ["account"] },
  { path: "/accounts", label: "Accounts", scopes: ["admin"] },
  { path: "/settings", label: "Settings" },
];
