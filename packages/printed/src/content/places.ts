type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Follows where a content stream shows things, in the coordinates that the stream begins with (ISO 32000-2, 8.3). */
export class Places {
  fontSize = 0;
  #matrix: Matrix = IDENTITY;
  readonly #saved: Matrix[] = [];
  /** The way from the origin of the line of text, in its coordinates. */
  inLine = { x: 0, y: 0 };
  /** The matrix of the line of text. */
  #line: Matrix = IDENTITY;

  save(): void {
    this.#saved.push(this.#matrix);
  }

  restore(): void {
    this.#matrix = this.#saved.pop() ?? IDENTITY;
  }

  transform(numbers: readonly number[]): void {
    this.#matrix = product(matrixOf(numbers), this.#matrix);
  }

  beginText(): void {
    this.#startLine(IDENTITY);
  }

  setText(numbers: readonly number[]): void {
    this.#startLine(matrixOf(numbers));
  }

  #startLine(line: Matrix): void {
    this.#line = line;
    this.inLine = { x: 0, y: 0 };
  }

  moveText(x: number, y: number): void {
    this.inLine = { x: this.inLine.x + x, y: this.inLine.y + y };
  }

  /** The upper left corner of the text that is shown next: a letter is about as high as its size. */
  get text(): { readonly x: number; readonly y: number } {
    return pointOf(product(this.#line, this.#matrix), this.inLine.x, this.inLine.y + this.fontSize);
  }

  /** The upper left corner of an image that is drawn now: it fills the unit square. */
  get object(): { readonly x: number; readonly y: number } {
    const corners = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ].map(([x = 0, y = 0]) => pointOf(this.#matrix, x, y));
    return { x: Math.min(...corners.map(({ x }) => x)), y: Math.max(...corners.map(({ y }) => y)) };
  }
}

function matrixOf(numbers: readonly number[]): Matrix {
  const [a, b, c, d, e, f] = numbers.slice(-6);
  return f === undefined ? IDENTITY : [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f];
}

/** Returns the matrix that transforms by the first, and then by the second. */
function product(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [g, h, i, j, k, l] = other;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}

const pointOf = ([a, b, c, d, e, f]: Matrix, x: number, y: number): { readonly x: number; readonly y: number } => ({
  x: a * x + c * y + e,
  y: b * x + d * y + f,
});
