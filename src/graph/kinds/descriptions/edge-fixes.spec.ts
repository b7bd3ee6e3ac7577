import { describe, expect, it } from '@jest/globals';
import { fixOfKind, fixOfKindName, fixSorts } from './edge-fixes.js';
import { firstForeignKind, Kind } from '../kind-catalogue.js';
import { isEdgeKind, kindDefinitions } from '../kind-definitions.js';

describe('fixes of edges', () => {
  it('are known for each kind of edges in the catalogue, and for no kind of nodes', () => {
    const unlike = kindDefinitions.filter(({ id, name }) => isEdgeKind(id) !== (fixOfKindName(name) !== undefined));
    expect(unlike).toEqual([]);
  });

  it('remove edges of kinds that files added', () => {
    expect(fixOfKind(firstForeignKind + 7)).toBe('edge');
  });

  it.each([
    [Kind.GenericAll, 'entry'],
    [Kind.Contains, 'never'],
    [Kind.ADCSESC1, 'reasons'],
    [Kind.HasSession, 'logon'],
  ] as const)('follow from the kind %s: %s', (kind, fix) => {
    expect(fixOfKind(kind)).toBe(fix);
  });

  it('cost a whole number from 1, or nothing by default', () => {
    const costs: readonly (number | null)[] = Object.values(fixSorts).map(({ cost }) => cost);
    expect(costs.filter((cost) => cost !== null && !(Number.isInteger(cost) && cost >= 1))).toEqual([]);
  });
});
