import { expect, it } from '@jest/globals';
import type { ResultStage } from '../../graph/questions/plan/plan-result.js';
import { checkOf, openedBy } from './plan-answer.js';

const stage: ResultStage = {
  cost: 2,
  remaining: 10,
  isProven: true,
  fixes: [],
  comesBack: 0,
  remainingAfter: [],
  isChecked: true,
  accounts: 10,
  derived: 10,
  certificate: null,
};

it.each([
  ['derived, if another derivation leaves as many accounts', {}, 'derived', 0],
  ['in a view, if nobody derived', { derived: null }, 'view', 0],
  ['not, if a fix opens a way', { derived: 13 }, 'none', 3],
  ['not, if fewer accounts are left than the plan says', { derived: 9 }, 'none', 0],
  ['not, if the view leaves others', { isChecked: false }, 'none', 0],
] as const)('a stage is checked %s', (_title, change, checked, opened) => {
  const changed = { ...stage, ...change };
  expect([checkOf(changed), openedBy(changed)]).toEqual([checked, opened]);
});
