import { describe, expect, it } from '@jest/globals';
import { Kind } from '../../kinds/kind-catalogue.js';
import { EdgeFlag } from '../../store/edge-flag.js';
import { memoryGraphOf, type PlainEdge } from '../../memory/graph-data.fixture.js';
import { type Interrupt, uninterrupted } from '../interrupt.js';
import { composition } from './composition.js';
import { maxEdges } from './explanation.js';
import type { Reason } from './reason.js';

/** Node 0 is the source of the derived edge, and node 1 its target. */
const derived: PlainEdge = { source: 0, kind: Kind.DCSync, target: 1, flags: EdgeFlag.Derived };

function through(groups: number): PlainEdge[] {
  return Array.from({ length: groups }, (_, index) => index + 2).flatMap((group) => [
    { source: 0, kind: Kind.GenericAll, target: group },
    { source: group, kind: Kind.AdminTo, target: 1 },
  ]);
}

const noDomains = { everybody: [], domains: {}, followedGroups: 'followed' };

const ask = (groups: number, reason: Reason, interrupt = uninterrupted) =>
  composition(
    memoryGraphOf({
      kinds: Array.from({ length: groups + 2 }, () => Kind.Group),
      edges: [derived, ...through(groups)],
      changed: null,
      former: [],
    }),
    { source: 0, kind: Kind.DCSync, target: 1, reasons: [reason], ...noDomains, passed: {} },
    interrupt,
  );

const once: Reason = {
  from: 'source',
  steps: [
    { kinds: [Kind.GenericAll], direction: 'out', next: [{ kinds: [Kind.AdminTo], direction: 'out', at: 'target' }] },
  ],
};
const repeated: Reason = {
  from: 'source',
  steps: [{ kinds: [Kind.GenericAll, Kind.AdminTo], direction: 'out', repeats: true, at: 'target' }],
};

const stopped: Interrupt = {
  check: () => {
    throw new Error('stopped');
  },
};

describe('composition', () => {
  it(`returns at most ${maxEdges} edges`, () => {
    const whole = ask(maxEdges / 2, once);
    expect([whole.edges.length, whole.truncated]).toEqual([maxEdges, false]);
    const cut = ask(maxEdges / 2 + 1, once);
    expect([cut.edges.length, cut.truncated]).toEqual([maxEdges, true]);
  });

  it('stops when its request ends', () => {
    expect(() => ask(1, once, stopped)).toThrow('stopped');
    expect(() => ask(1, repeated, stopped)).toThrow('stopped');
  });
});
