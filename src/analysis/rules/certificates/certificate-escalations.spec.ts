import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { estates } from '../../compositions/estate.fixture.js';
import { plainEscalations } from './plain-escalations.fixture.js';

describe('escalations by certificates', () => {
  it('agree with the definitions of ADCSESC1 and ADCSESC9a', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(estates, (estate) => {
        const derived = [...estate.derive(estate.edges)].filter((line) => / ADCSESC(1|9a) /.test(line));
        for (const line of derived) seen.add(line.split(' ')[1]!);
        expect(derived.toSorted()).toEqual(plainEscalations(estate));
      }),
      { numRuns: 500 },
    );
    expect([...seen].toSorted()).toEqual(['ADCSESC1', 'ADCSESC9a']);
  });
});
