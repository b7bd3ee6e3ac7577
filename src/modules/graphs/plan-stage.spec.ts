import { describe, expect, it } from '@jest/globals';
import type { PlanResult, ResultCertificate, ResultStage } from '../../graph/questions/plan/plan-result.js';
import { chosenStage } from './plan-stage.js';

const certificate = (price: ResultCertificate['price'], bound: number): ResultCertificate => ({
  price,
  denominator: 1,
  sum: bound,
  bound,
  boundBy: 'ways',
  ways: [],
  wayCount: 0,
});

const stage = (cost: number, remaining: number, proof: ResultCertificate | null): ResultStage => ({
  cost,
  remaining,
  isProven: true,
  fixes: [],
  comesBack: 0,
  remainingAfter: [],
  isChecked: true,
  accounts: remaining,
  derived: null,
  certificate: proof,
});

/** 100 accounts; a cost of two leaves 10, twelve leave none, and three are structural. The lines lead through two stages each. */
const result: PlanResult = {
  version: 1,
  exposed: 103,
  structural: { count: 3, accounts: [] },
  fixes: [],
  stages: [stage(0, 100, null), stage(2, 10, certificate([100, 12], 320)), stage(12, 0, certificate(null, 12))],
  lines: [
    { a: 100, b: 12, bound: 320 },
    { a: 90, b: 2, bound: 200 },
    { a: 10, b: 10, bound: 120 },
  ],
  isCut: false,
  simplified: 0,
  unexplained: 0,
  badCosts: 0,
};

describe(chosenStage.name, () => {
  it.each([
    [undefined, undefined, { index: 2, lowerBound: 12, fewest: 3 }],
    [3, undefined, { index: 2, lowerBound: 12 }],
    [13, undefined, { index: 1, lowerBound: 2, fewest: 13 }],
    [12, undefined, { index: 2, lowerBound: 3 }],
    [103, undefined, { index: 0, lowerBound: 0, fewest: 103 }],
    [0, undefined, { index: 2 }],
    [undefined, 0, { index: 0, fewest: 103 }],
    [undefined, 11, { index: 1, lowerBound: 2, fewest: 4 }],
    [undefined, 12, { index: 2, fewest: 3 }],
    [undefined, 500, { index: 2, fewest: 3 }],
  ] as const)('stops for until %j and most %j at %j', (until, most, expected) => {
    expect(chosenStage(result, until, most)).toMatchObject(expected);
  });
});
