/**
 * Solves the linear equations `matrix` x = `right` by Gauss's elimination with row pivots (Golub and Van Loan, Matrix
 * Computations, 3.4) and returns x. The matrix is square; where it is singular, what its rows leave open is not finite.
 */
export function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  rows.forEach((_, at) => {
    const pivot = rows.reduce(
      (best, row, other) => (other > at && Math.abs(row[at]!) > Math.abs(rows[best]![at]!) ? other : best),
      at,
    );
    [rows[at], rows[pivot]] = [rows[pivot]!, rows[at]!];
    rows.forEach((row, other) => {
      const factor = other === at ? 0 : row[at]! / rows[at]![at]!;
      for (let column = at; column < row.length; column++) {
        row[column]! -= factor * rows[at]![column]!;
      }
    });
  });
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}
