import { solved } from "../../packages/scan/src/linear-equations.ts";

/** What is known of one case, whether it holds, and how much it counts. */
export interface Sample {
  readonly evidence: Readonly<Record<string, number>>;
  readonly holds: boolean;
  readonly weight: number;
}

/** A model that was fitted: its numbers, and the probability that it gives a case. */
export interface Fitted {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
  probability(evidence: Readonly<Record<string, number>>): number;
}

/** The weight of large weights (L2) beside the mean loss, for evidence of mean 0 and variance 1. */
const RIDGE = 3e-3;
const MAX_STEPS = 25;

/**
 * Fits a logistic regression by Newton's method (Hastie, Tibshirani and Friedman, The Elements of Statistical Learning,
 * 4.4.1), with a ridge.
 */
export function fitted(samples: readonly Sample[]): Fitted {
  const names = Object.keys(samples[0]?.evidence ?? {});
  const scales = names.map((name) => scaleOf(samples.map(({ evidence }) => evidence[name] ?? 0)));
  const rows = samples.map(({ evidence, holds, weight }) => ({
    values: [1, ...scales.map(({ mean, deviation }, at) => ((evidence[names[at] ?? ""] ?? 0) - mean) / deviation)],
    holds: Number(holds),
    weight,
  }));
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  let weights: readonly number[] = [0, ...names.map(() => 0)];
  for (let step = 0; step < MAX_STEPS; step++) {
    const gradient = weights.map((weight) => RIDGE * weight);
    const hessian = weights.map((_, at) => weights.map((__, other) => (at === other ? RIDGE : 0)));
    for (const { values, holds, weight } of rows) {
      const p = sigmoid(values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
      values.forEach((value, at) => {
        gradient[at]! += (weight * (p - holds) * value) / total;
        for (let other = 0; other < values.length; other++) {
          hessian[at]![other]! += (weight * Math.max(1e-6, p * (1 - p)) * value * values[other]!) / total;
        }
      });
    }
    const change = solved(hessian, gradient);
    weights = weights.map((weight, at) => weight - (change[at] ?? 0));
    if (Math.max(...change.map(Math.abs)) < 1e-6) {
      break;
    }
  }
  const [intercept = 0, ...scaled] = weights;
  const plain = scaled.map((weight, at) => weight / (scales[at]?.deviation ?? 1));
  const bias = intercept - plain.reduce((sum, weight, at) => sum + weight * (scales[at]?.mean ?? 0), 0);
  return {
    bias,
    weights: Object.fromEntries(names.map((name, at) => [name, plain[at] ?? 0])),
    probability: (evidence) =>
      sigmoid(names.reduce((sum, name, at) => sum + (plain[at] ?? 0) * (evidence[name] ?? 0), bias)),
  };
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));

function scaleOf(values: readonly number[]): { readonly mean: number; readonly deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}
