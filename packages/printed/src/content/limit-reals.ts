import { type Bounds, Lexer, Token } from "@quire/cos";

/** The largest real number of PDF 1.4 (ISO 32000-1, annex C, table C.1): ISO 19005-1, 6.1.12. Integers may be larger. */
const LARGEST_REAL = 32_767;

const CONSTRUCTION = new Set("m l c v y re h".split(" "));
const PAINTING = new Set("S s f F f* B B* b b* n".split(" "));

/**
 * Writes a content stream without real numbers that PDF 1.4 does not have, and with the same look: the whole part of a
 * large translation comes in one of its own. Browsers write the places of all pages as distances from the first. Returns
 * undefined for a stream that has none.
 * @throws CosError `too_complex`
 */
export function withLimitedReals(bytes: Uint8Array, bounds: Bounds): Uint8Array | undefined {
  const writer = new LimitedContent(bytes, bounds);
  return writer.run();
}

class LimitedContent {
  readonly #bytes: Uint8Array;
  readonly #lexer: Lexer;
  readonly #bounds: Bounds;
  readonly #pieces: string[] = [];
  #copied = 0;
  readonly #operands: number[] = [];
  /** The path that is being made: where it begins, its operators, and whether a number of it is too large. */
  #path: { readonly start: number; readonly operations: PathOperation[]; isLarge: boolean } | undefined;

  constructor(bytes: Uint8Array, bounds: Bounds) {
    this.#bytes = bytes;
    this.#lexer = new Lexer(bytes);
    this.#bounds = bounds;
  }

  run(): Uint8Array | undefined {
    const lexer = this.#lexer;
    let start = -1;
    for (let kind = lexer.next(); kind !== Token.end; kind = lexer.next()) {
      start = start < 0 ? lexer.start : start;
      if (kind === Token.integer || kind === Token.real) {
        this.#operands.push(lexer.number);
      } else if (kind === Token.keyword) {
        this.#bounds.step();
        if (lexer.keyword === "BI") {
          return undefined;
        }
        this.#operate(lexer.keyword, start, lexer.position);
        this.#operands.length = 0;
        start = -1;
      }
    }
    if (this.#copied === 0) {
      return undefined;
    }
    this.#copyTo(this.#bytes.length);
    return new Uint8Array(Buffer.from(this.#pieces.join(""), "latin1"));
  }

  #operate(operator: string, start: number, end: number): void {
    if (CONSTRUCTION.has(operator)) {
      this.#path ??= { start, operations: [], isLarge: false };
      this.#path.isLarge ||= this.#operands.some(isTooLarge);
      this.#path.operations.push({ operator, operands: [...this.#operands] });
    } else if (operator === "W" || operator === "W*") {
      this.#path?.operations.push({ operator, operands: [] });
    } else if (PAINTING.has(operator)) {
      if (this.#path?.isLarge === true) {
        this.#replace(this.#path.start, end, movedPath([...this.#path.operations, { operator, operands: [] }]));
      }
      this.#path = undefined;
    } else if (this.#operands.some(isTooLarge)) {
      const text = movedOperation(operator, this.#operands);
      if (text !== undefined) {
        this.#replace(start, end, text);
      }
    }
  }

  #replace(start: number, end: number, text: string): void {
    this.#copyTo(start);
    this.#pieces.push(text);
    this.#copied = end;
  }

  #copyTo(offset: number): void {
    this.#pieces.push(Buffer.from(this.#bytes.subarray(this.#copied, offset)).toString("latin1"));
    this.#copied = offset;
  }
}

interface PathOperation {
  readonly operator: string;
  readonly operands: readonly number[];
}

const isTooLarge = (number: number): boolean => Math.abs(number) > LARGEST_REAL && !Number.isInteger(number);

/** Returns the whole part of a large number; 0 for any other. */
const wholeOf = (number: number): number => (isTooLarge(number) ? Math.trunc(number) : 0);

/** Returns what is behind the point of a large number; 0 for any other. */
const restOf = (number: number): number => (isTooLarge(number) ? number - Math.trunc(number) : 0);

/** Writes a number: with a fraction as far as PDF 1.4 can have it. */
function written(number: number): string {
  const limited = isTooLarge(number) ? Math.round(number) : number;
  let text = Number.isInteger(limited) ? String(limited) : limited.toFixed(8);
  while (text.includes(".") && text.endsWith("0")) {
    text = text.slice(0, -1);
  }
  return text;
}

/** Returns a transformation or a text position in two steps; undefined for other operators. */
function movedOperation(operator: string, operands: readonly number[]): string | undefined {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands;
  switch (operator) {
    case "cm": {
      const [x, y] = [wholeOf(e), wholeOf(f)];
      return `1 0 0 1 ${x} ${y} cm ${[a, b, c, d, e - x, f - y].map(written).join(" ")} cm`;
    }
    case "Td":
    case "TD":
      return `${wholeOf(a)} ${wholeOf(b)} Td ${written(a - wholeOf(a))} ${written(b - wholeOf(b))} ${operator}`;
    case "Tm": {
      const determinant = a * d - b * c;
      if (determinant === 0) {
        return undefined;
      }
      // The rest is moved in the coordinates of the text.
      const [restX, restY] = [restOf(e), restOf(f)];
      const moveX = (restX * d - restY * c) / determinant;
      const moveY = (restY * a - restX * b) / determinant;
      const matrix = [a, b, c, d, e - restX, f - restY].map(written).join(" ");
      return `${matrix} Tm ${written(moveX)} ${written(moveY)} Td`;
    }
    default:
      return undefined;
  }
}

/** Returns a path around another origin, near its first point. */
function movedPath(operations: readonly PathOperation[]): string {
  const [firstX = 0, firstY = 0] = operations[0]?.operands ?? [];
  const [x, y] = [nearOrigin(firstX), nearOrigin(firstY)];
  const lines = operations.map(({ operator, operands }) => {
    const moved = operands.map((operand, index) =>
      operator === "re" && index > 1 ? operand : operand - (index % 2 === 0 ? x : y),
    );
    return [...moved.map(written), operator].join(" ");
  });
  return x === 0 && y === 0 ? lines.join(" ") : `1 0 0 1 ${x} ${y} cm ${lines.join(" ")} 1 0 0 1 ${-x} ${-y} cm`;
}

const nearOrigin = (number: number): number => (Math.abs(number) > LARGEST_REAL / 2 ? Math.trunc(number) : 0);
