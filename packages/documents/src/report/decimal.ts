/* Decimal numbers as they are written, of any length. The sums are money as often as not: there is no rounding. */

/** A number of the value `digits` / 10 ^ `scale`. */
export interface Decimal {
  readonly digits: bigint;
  /** The number of digits after the decimal point; not negative. */
  readonly scale: number;
}

/**
 * The greatest number of digits, and the largest exponent, of a number that is read; others are shown as they are
 * written, since they are no amounts.
 */
const MAX_PLACES = 60;

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Reads a number; undefined for text that is no number, and for one of more than some 60 digits. */
export function decimalOf(source: string): Decimal | undefined {
  const [, sign, whole, fraction = "", exponent = "0"] = NUMBER.exec(source) ?? [];
  const places = fraction.length - Number(exponent);
  if (whole === undefined || whole.length + fraction.length > MAX_PLACES || Math.abs(places) > MAX_PLACES) {
    return undefined;
  }
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return places >= 0 ? { digits, scale: places } : { digits: digits * 10n ** BigInt(-places), scale: 0 };
}

export function sum(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { digits: rescaled(one, scale) + rescaled(other, scale), scale };
}

/** Writes a number without exponent and superfluous zeros before the point, as `Intl.NumberFormat` takes it. */
export function plain({ digits, scale }: Decimal): `${number}` {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = scale === 0 ? "" : `.${text.slice(-scale)}`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- digits, and a point between some of them
  return `${digits < 0n ? "-" : ""}${whole}${fraction}` as `${number}`;
}

const rescaled = ({ digits, scale }: Decimal, wanted: number): bigint => digits * 10n ** BigInt(wanted - scale);
