import { describe, expect, it } from '@jest/globals';
import { PropertyFlag } from '../store/edge-flag.js';
import { KindLists } from './kind-lists.js';
import { codeOfList, incomingCode, listOfCode, outgoingCode } from './list-codes.js';

const { isacl, isprimarygroup } = PropertyFlag;
const memberOf = 0;
const owns = 1;

describe('codes of lists', () => {
  it('tell them apart', () => {
    const kinds = new KindLists();
    const lists = [
      { of: 'acl' },
      { of: 'primary-group' },
      { of: 'incoming', kind: 'MemberOf' },
      { of: 'outgoing', kind: 'MemberOf' },
      { of: 'incoming', kind: 'Owns' },
    ] as const;
    expect(lists.map((list) => listOfCode(codeOfList(list, kinds)))).toEqual([
      { outgoing: false, kindList: null },
      { outgoing: true, kindList: null },
      { outgoing: false, kindList: memberOf },
      { outgoing: true, kindList: memberOf },
      { outgoing: false, kindList: owns },
    ]);
  });

  it('are those of the lists that bits put an edge into', () => {
    const listsOf = (flags: number) =>
      [incomingCode(flags, owns), outgoingCode(flags, owns)].map((code) => code && listOfCode(code).kindList);
    const [acl, primaryGroup] = [
      codeOfList({ of: 'acl' }, new KindLists()),
      codeOfList({ of: 'primary-group' }, new KindLists()),
    ];
    expect(listsOf(0)).toEqual([owns, owns]);
    expect([incomingCode(isacl, owns), outgoingCode(isacl, owns)]).toEqual([acl, null]);
    expect([incomingCode(isprimarygroup, owns), outgoingCode(isprimarygroup, owns)]).toEqual([null, primaryGroup]);
    expect([incomingCode(isacl | isprimarygroup, owns), outgoingCode(isacl | isprimarygroup, owns)]).toEqual([
      acl,
      primaryGroup,
    ]);
  });
});
