import { describe, expect, it } from '@jest/globals';
import { formatOf, type PayloadFormat } from './payload-format.js';
import type { JsonObject } from './records/json-value.js';
import { Fields } from './records/fields.js';
import { type EdgeDraft, type GraphPart, isEdge, isNode } from './records/graph-parts.js';

const everything = 521_215;
const own = 'S-1-5-21-7-7-7-1104';
const other = 'S-1-5-21-7-7-7-1105';

const principal = { ObjectIdentifier: other, ObjectType: 'Base' };
const answer = { Collected: true, FailureReason: null };
const localGroup = (rid: number) => ({ ...answer, ObjectIdentifier: `${own}-${rid}`, Name: 'L', Results: [principal] });
const sessions = { ...answer, Results: [{ ComputerSID: own, UserSID: other }] };

/** All that users, computers and groups may say. */
const record: JsonObject = {
  ObjectIdentifier: own,
  Properties: {
    distinguishedname: 'CN=X,DC=BIRCH,DC=LOCAL',
    unconstraineddelegation: true,
    domainsid: 'S-1-5-21-7-7-7',
  },
  PrimaryGroupSID: other,
  AllowedToDelegate: [principal],
  AllowedToAct: [principal],
  DumpSMSAPassword: [principal],
  HasSIDHistory: [principal],
  SPNTargets: [{ ComputerSID: other, Port: 1433, Service: 'SQLAdmin' }],
  ContainedBy: { ObjectIdentifier: other, ObjectType: 'OU' },
  Members: [principal],
  Aces: ['GenericAll', 'Owns', 'AddMember', 'AllExtendedRights', 'WriteSPN', 'ReadLAPSPassword'].map((RightName) => ({
    PrincipalSID: other,
    PrincipalType: 'Group',
    RightName,
    IsInherited: false,
  })),
  LocalGroups: [544, 555, 562, 580].map(localGroup),
  Sessions: sessions,
  PrivilegedSessions: sessions,
  RegistrySessions: sessions,
  UserRights: [{ ...answer, Privilege: 'SeRemoteInteractiveLogonRight', Results: [principal] }],
};

function partsOf(format: PayloadFormat, fields: JsonObject): GraphPart[] {
  const result = format.converters['data']?.(new Fields(fields, () => {})) ?? [];
  return 'ignored' in result ? [] : [...result];
}

const isOwn = (objectid: string) => objectid.startsWith(own);

const kindsAt = (end: 'source' | 'target', edges: readonly EdgeDraft[]) =>
  edges.flatMap(({ kind, [end]: node }) => ('objectid' in node && isOwn(node.objectid) ? kind : []));

const format = (type: string) => formatOf({ layout: 'classic', type, version: 6, methods: everything, count: null });

describe('payloads that may be written while they are read', () => {
  it.each(['users', 'computers', 'groups'])(
    'are those of %s, whose records say nothing of lists of each other',
    (type) => {
      const parts = [false, true].flatMap((IsDC) => partsOf(format(type), { ...record, IsDC }));
      expect(format(type).mayBeParted).toBe(true);
      expect(parts.filter(isNode).filter(({ objectid, described }) => described && !isOwn(objectid))).toEqual([]);

      const lists = parts.flatMap((part) => ('list' in part ? part : []));
      expect(lists.length).toBeGreaterThan(3);
      expect(lists.filter(({ objectid }) => !isOwn(objectid))).toEqual([]);
      const given = (of: 'incoming' | 'outgoing') =>
        new Set(lists.flatMap(({ list }) => ('kind' in list && list.of === of ? list.kind : [])));
      const edges = parts.filter(isEdge);
      expect(edges.length).toBeGreaterThan(6);
      // Another record would give those lists of the other end.
      expect(kindsAt('target', edges).filter((kind) => given('outgoing').has(kind))).toEqual([]);
      expect(kindsAt('source', edges).filter((kind) => given('incoming').has(kind))).toEqual([]);
    },
  );

  it.each(['ous', 'containers', 'domains', 'gpos', 'sessions', 'azure'])('are not those of %s', (type) => {
    expect(format(type).mayBeParted).toBe(false);
  });

  it('are not those of OpenGraph', () => {
    expect(formatOf({ layout: 'opengraph', sourceKind: null }).mayBeParted).toBe(false);
  });
});
