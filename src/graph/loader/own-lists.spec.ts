import { describe, expect, it } from '@jest/globals';
import { PropertyFlag } from '../store/edge-flag.js';
import { incomingCode, outgoingCode } from './list-codes.js';
import { Given, OwnLists } from './own-lists.js';

const { isacl } = PropertyFlag;
const memberOf = 0;
const owns = 1;

function edge(source: string, target: string, flags = 0, record = 7) {
  return { source: { objectid: source, kinds: [] }, target: { objectid: target, kinds: [] }, flags, record };
}

/** A record at place 7 that gives lists of one node. */
function recordOf(owner: string, ...codes: (number | null)[]): OwnLists {
  const lists = new OwnLists();
  lists.begin(7);
  lists.give(
    owner,
    codes.flatMap((code) => code ?? []),
  );
  return lists;
}

describe('lists that a record gives of its own edges', () => {
  it('are told by the end whose list it is', () => {
    const lists = recordOf('G', incomingCode(0, memberOf), incomingCode(isacl, owns));
    expect(lists.bitsOf(edge('U', 'G'), memberOf)).toBe(Given.ofTarget);
    expect(lists.bitsOf(edge('U', 'G', isacl), owns)).toBe(Given.ofTarget);
    expect(lists.bitsOf(edge('G', 'U'), memberOf)).toBe(0);
    expect(lists.bitsOf(edge('U', 'G'), owns)).toBe(0);
  });

  it('may be of both ends', () => {
    const lists = recordOf('G', incomingCode(0, memberOf), outgoingCode(0, memberOf));
    expect(lists.bitsOf(edge('G', 'G'), memberOf)).toBe(Given.ofTarget | Given.ofSource);
  });

  it('are all those that the record gives of a node, one after the other', () => {
    const lists = recordOf('G', incomingCode(0, memberOf));
    lists.give('G', [incomingCode(0, owns) ?? -1]);
    expect([memberOf, owns].map((kind) => lists.bitsOf(edge('U', 'G'), kind))).toEqual([
      Given.ofTarget,
      Given.ofTarget,
    ]);
  });

  it('are not those of an edge at another place, nor of an end that is looked up, nor of the record before', () => {
    const lists = recordOf('G', incomingCode(0, memberOf));
    expect(lists.bitsOf(edge('U', 'G', 0, 8), memberOf)).toBe(0);
    expect(lists.bitsOf({ ...edge('U', 'G'), target: { match: [{ key: 'name', value: 'G' }] } }, memberOf)).toBe(0);
    lists.begin(7);
    expect(lists.bitsOf(edge('U', 'G'), memberOf)).toBe(0);
  });

  it('are all there are where no other record gives one of the kind', () => {
    const lists = recordOf('G', incomingCode(0, memberOf));
    lists.bitsOf(edge('U', 'G'), memberOf);
    lists.bitsOf(edge('U', 'G'), owns);
    expect(lists.mayBeOfOthers).toBe(false);
    lists.begin(8);
    lists.bitsOf(edge('U', 'G', 0, 8), memberOf);
    expect(lists.mayBeOfOthers).toBe(true);
  });

  it('may be of others, too, where a later record gives one of the kind', () => {
    const lists = recordOf('G', incomingCode(0, memberOf));
    lists.bitsOf(edge('U', 'G'), memberOf);
    expect(lists.mayBeOfOthers).toBe(false);
    lists.begin(8);
    lists.give('U', [outgoingCode(0, memberOf) ?? -1]);
    expect(lists.mayBeOfOthers).toBe(true);
  });
});
