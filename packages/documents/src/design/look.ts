import { COLOURS, FONTS, RULES_PT, SIZES_PT, SPACES_PT } from "./tokens.ts";

/** A theme's choice from the tokens. */
export interface Look {
  readonly fonts: { readonly text: string; readonly heading: string };
  readonly colours: {
    /** The colour of the whole sheet; undefined for unprinted paper. */
    readonly paper?: string;
    readonly ink: string;
    readonly muted: string;
    readonly heading: string;
    readonly accent: string;
    readonly link: string;
    readonly rule: string;
    /** The colour beneath code and heads of tables. */
    readonly ground: string;
    /** The colour beneath every other row. */
    readonly stripe: string;
    readonly mark: string;
  };
  readonly alerts: Readonly<Record<AlertKind, { readonly ink: string; readonly ground: string }>>;
}

export const ALERT_KINDS = ["note", "tip", "important", "warning", "caution"] as const;
type AlertKind = (typeof ALERT_KINDS)[number];

const { grey, blue, green, violet, amber, red, night } = COLOURS;

const ALERTS_ON_WHITE: Look["alerts"] = {
  note: { ink: blue[600], ground: blue[50] },
  tip: { ink: green[700], ground: green[50] },
  important: { ink: violet[700], ground: violet[50] },
  warning: { ink: amber[800], ground: amber[50] },
  caution: { ink: red[700], ground: red[50] },
};

export const ALERTS_ON_NIGHT: Look["alerts"] = {
  note: { ink: night.blue, ground: night[800] },
  tip: { ink: night.green, ground: night[800] },
  important: { ink: night.violet, ground: night[800] },
  warning: { ink: night.amber, ground: night[800] },
  caution: { ink: night.red, ground: night[800] },
};

/** The default look: black on white. */
export const PLAIN: Look = {
  fonts: { text: FONTS.sans, heading: FONTS.sans },
  colours: {
    ink: grey[900],
    muted: grey[600],
    heading: grey[900],
    accent: blue[600],
    link: blue[600],
    rule: grey[200],
    ground: grey[50],
    stripe: grey[50],
    mark: amber[200],
  },
  alerts: ALERTS_ON_WHITE,
};

/**
 * Returns the tokens and the choices of a look as custom properties, which all rules are written with: a caller's style
 * sheet can override them. Margin boxes take the colour of `--edge`.
 */
export function propertiesOf({ fonts, colours, alerts }: Look): string {
  const properties = {
    ...named("size", SIZES_PT, "pt"),
    ...named("space", SPACES_PT, "pt"),
    ...named("line", RULES_PT, "pt"),
    "font-text": fonts.text,
    "font-heading": fonts.heading,
    "font-code": FONTS.mono,
    ...named("colour", { ...colours, paper: colours.paper ?? COLOURS.white }),
    ...named("alert", Object.fromEntries(ALERT_KINDS.map((kind) => [kind, alerts[kind].ink]))),
    ...named("alert-ground", Object.fromEntries(ALERT_KINDS.map((kind) => [kind, alerts[kind].ground]))),
    edge: colours.muted,
  };
  const declarations = Object.entries(properties).map(([name, value]) => `--${name}:${value};`);
  const sheet = colours.paper === undefined ? "" : `@page{background:${colours.paper}}`;
  return `:root{${declarations.join("")}}${sheet}`;
}

const named = (prefix: string, values: Readonly<Record<string, string | number>>, unit = ""): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}-${name}`, `${value}${unit}`]));
