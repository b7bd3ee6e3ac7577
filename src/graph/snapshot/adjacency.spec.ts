import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Adjacency, linksOf } from './adjacency.js';

const nodes = 6;
const link = fc.tuple(fc.nat(nodes - 1), fc.nat(nodes - 1));

describe('Adjacency', () => {
  it('has the links that were read and the changes since', () => {
    fc.assert(
      fc.property(fc.uniqueArray(link, { selector: String }), fc.array(link), (read, toggled) => {
        const known = nodes - 2;
        const base = read.filter(([source]) => source < known);
        const adjacency = new Adjacency(
          linksOf(
            known,
            Int32Array.from(base, ([source]) => source),
            Int32Array.from(base, ([, target]) => target),
          ),
        );
        const expected = new Set(base.map(String));
        for (const [source, target] of toggled) {
          // Asked for in between, so that what is kept of an earlier answer would show.
          adjacency.targetsOf(source);
          const key = `${source},${target}`;
          if (expected.delete(key)) adjacency.remove(source, target);
          else {
            adjacency.add(source, target);
            expected.add(key);
          }
        }
        const found: string[] = [];
        for (let source = 0; source < nodes; source++) {
          const count = adjacency.countOf(source);
          const { targets, from, to } = adjacency.targetsOf(source);
          expect(count).toBe(to - from);
          for (const target of targets.subarray(from, to)) found.push(`${source},${target}`);
        }
        expect(found.toSorted()).toEqual([...expected].toSorted());
      }),
    );
  });
});
