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

/**
 * Returns the number that a source in JSON stands for, as `decimalOf` does, without what computers put into it: the
 * digits by which a binary fraction misses a short decimal one (9.799999999999999 is 9.8), and the `.0` by which some
 * languages mark a fraction. Numbers that no double is written as are somebody's own digits, which stay.
 */
export function amountOf(source: string): Decimal | undefined {
  const number = decimalOf(source);
  if (number === undefined || number.scale === 0) {
    return number;
  }
  if (number.scale === 1 && number.digits % 10n === 0n) {
    return { digits: number.digits / 10n, scale: 0 };
  }
  const short = source.length > SHORTEST_NOISE ? shortOf(source) : undefined;
  return short === undefined ? number : decimalOf(short);
}

/** The least number of characters of a number with a binary fraction's noise. */
const SHORTEST_NOISE = 15;
/** Noise is beyond these significant digits, which sums of many numbers still have right. */
const SURE_DIGITS = 13;
/** What is left without noise has no more digits than this: one in 100,000 numbers of full precision looks like it. */
const MOST_LEFT = 8;

/** Returns the short decimal that a double misses by its noise; undefined for another number. */
function shortOf(source: string): string | undefined {
  const double = Number(source);
  if (String(double) !== source) {
    return undefined;
  }
  const short = String(Number(double.toPrecision(SURE_DIGITS)));
  const digits = short.replace(/e.*/, "").replaceAll(/[-.]/g, "").replace(/^0+/, "").replace(/0+$/, "");
  return short !== source && digits.length <= MOST_LEFT ? short : undefined;
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
