import type { FixSort } from '../../kinds/descriptions/edge-fixes.js';
import type { KnownProofs } from '../paths/known-proofs.js';
import type { NodeTest, Step } from '../paths/reason.js';

/** The sorts of fixes that make tests of nodes fail. */
export function sortsByTest(proofs: Pick<KnownProofs, 'all'>): ReadonlyMap<NodeTest, readonly FixSort[]> {
  const sorts = new Map<NodeTest, readonly FixSort[]>();
  const learn = ({ test, fixes, next = [] }: Pick<Step, 'test' | 'fixes' | 'next'>) => {
    if (test && fixes) sorts.set(test, fixes);
    for (const step of next) learn(step);
  };
  for (const { targetTest: test, targetFixes: fixes, steps } of proofs.all)
    learn({ ...(test && { test }), ...(fixes && { fixes }), next: steps });
  return sorts;
}
