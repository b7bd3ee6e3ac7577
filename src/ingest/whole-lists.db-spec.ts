import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { Estate } from '../../demo/generator/estate.js';
import { textOf } from '../../demo/generator/payload.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { KindNames } from '../graph/store/kind-names.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { IngestService } from './ingest.service.js';
import { bufferSource, type PayloadSource } from './reading/payload-source.js';
import { defaultReadLimits } from './reading/read-limits.fixture.js';

const NOW = new Date('2026-03-01T10:00:00Z');

interface Principal {
  readonly ObjectIdentifier: string;
  readonly ObjectType: string;
}

/** What the changes below take out of records, whichever of it a record has. */
interface Item extends Principal {
  readonly Members: Principal[];
  Aces: { readonly PrincipalSID: string; readonly RightName: string }[];
  readonly IsACLProtected: boolean;
  readonly LocalGroups: (Principal & { readonly Results: Principal[] })[];
  readonly Links: { readonly GUID: string }[];
  readonly EnabledCertTemplates: Principal[];
  ContainedBy: Principal | null;
  PrimaryGroupSID: string | null;
  readonly kind: string;
  readonly data: {
    readonly id: string;
    readonly groupId: string;
    readonly members: { readonly member: { readonly id: string } }[];
    resourceGroupId: string;
  };
}

/** What a new collection of one file changes, as edges `SOURCE kind TARGET`. */
interface Change {
  readonly gone: readonly string[];
  readonly come?: readonly string[];
}

const id = (principal: Principal): string => principal.ObjectIdentifier.toUpperCase();

/** The generator is seeded, so its estate is always the same. */
function there<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Error('the estate has no such record');
  return found;
}

const isOfDomain = ({ ObjectIdentifier }: Item): boolean => ObjectIdentifier.startsWith('S-1-5-21-');

const administrators = ({ LocalGroups, ObjectIdentifier }: Item) =>
  LocalGroups.find((group) => id(group) === `${ObjectIdentifier}-544` && group.Results.length > 1);

/** The kind of edge of a right. */
const stored = (right: string) => (/^(Owns|WriteOwner)$/.test(right) ? `${right}Raw` : right);

const changes: readonly (readonly [what: string, file: string, change: (items: Item[]) => Change])[] = [
  [
    'a member leaves a group',
    'groups',
    (items) => {
      const group = there(items.find((item) => isOfDomain(item) && item.Members.length > 2));
      return { gone: [`${id(there(group.Members.pop()))} MemberOf ${id(group)}`] };
    },
  ],
  [
    'the last members leave a group',
    'groups',
    (items) => {
      const group = there(items.find((item) => isOfDomain(item) && item.Members.length === 2));
      return { gone: group.Members.splice(0).map((member) => `${id(member)} MemberOf ${id(group)}`) };
    },
  ],
  [
    'a right is taken away',
    'users',
    (items) => {
      const user = there(items.find(({ Aces }) => Aces.length > 2));
      const { PrincipalSID, RightName } = there(user.Aces[0]);
      user.Aces = user.Aces.filter((ace) => ace.PrincipalSID !== PrincipalSID || ace.RightName !== RightName);
      return { gone: [`${PrincipalSID} ${stored(RightName)} ${id(user)}`] };
    },
  ],
  [
    'all rights on a protected user are removed',
    'users',
    (items) => {
      const user = there(items.find(({ Aces, IsACLProtected }) => IsACLProtected && Aces.length > 2));
      const gone = new Set(
        user.Aces.map(({ PrincipalSID, RightName }) => `${PrincipalSID} ${stored(RightName)} ${id(user)}`),
      );
      user.Aces = [];
      return { gone: [...gone] };
    },
  ],
  [
    'a local administrator is removed',
    'computers',
    (items) => {
      const group = there(administrators(there(items.find(administrators))));
      return { gone: [`${id(there(group.Results.pop()))} MemberOfLocalGroup ${id(group)}`] };
    },
  ],
  [
    'a user moves to another unit',
    'users',
    (items) => {
      const units = items.flatMap(({ ContainedBy }) => (ContainedBy?.ObjectType === 'OU' ? [ContainedBy] : []));
      const user = there(items.find(({ ContainedBy }) => ContainedBy?.ObjectType === 'OU'));
      const before = there(user.ContainedBy);
      const unit = there(units.find((other) => id(other) !== id(before)));
      user.ContainedBy = unit;
      return { gone: [`${id(before)} Contains ${id(user)}`], come: [`${id(unit)} Contains ${id(user)}`] };
    },
  ],
  [
    'a user gets another primary group',
    'users',
    (items) => {
      const user = there(items.find(({ PrimaryGroupSID }) => PrimaryGroupSID?.endsWith('-513')));
      const before = there(user.PrimaryGroupSID);
      user.PrimaryGroupSID = before.replace(/513$/, '514');
      return { gone: [`${id(user)} MemberOf ${before}`], come: [`${id(user)} MemberOf ${user.PrimaryGroupSID}`] };
    },
  ],
  [
    'a policy is unlinked',
    'ous',
    (items) => {
      const unit = there(items.find(({ Links }) => Links.length > 0));
      return { gone: [`${there(unit.Links.pop()).GUID.toUpperCase()} GPLink ${id(unit)}`] };
    },
  ],
  [
    'a member leaves a group of the cloud',
    'azure',
    (items) => {
      const { data } = there(items.find((item) => item.kind === 'AZGroupMember' && item.data.members.length > 1));
      const { member } = there(data.members.pop());
      return { gone: [`${member.id.toUpperCase()} AZMemberOf ${data.groupId.toUpperCase()}`] };
    },
  ],
  [
    'a machine of the cloud moves to another group',
    'azure',
    (items) => {
      const machines = items.filter(({ kind }) => kind === 'AZVM').map(({ data }) => data);
      const machine = there(machines[0]);
      const before = machine.resourceGroupId;
      machine.resourceGroupId = there(
        machines.find(({ resourceGroupId }) => resourceGroupId !== before),
      ).resourceGroupId;
      const contained = (group: string) => `${group.toUpperCase()} AZContains ${machine.id.toUpperCase()}`;
      return { gone: [contained(before)], come: [contained(machine.resourceGroupId)] };
    },
  ],
  [
    'sessions are not found again',
    'sessions',
    (items) => {
      items.splice(0);
      return { gone: [] };
    },
  ],
];

const missingIn = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): string[] =>
  [...one.keys()].filter((edge) => !other.has(edge)).toSorted();

describe('what a later collection no longer holds', () => {
  let test: TestDatabase;
  let ingest: IngestService;
  let files: ReadonlyMap<string, PayloadSource>;

  beforeAll(async () => {
    test = await testDatabase();
    ingest = new IngestService(
      new GraphWriter(test.database, new KindNames(test.database), new FakeClock(NOW.toISOString())),
      defaultReadLimits,
    );
    const estate = new Estate({ seed: 'lists', sizes: ESTATE_PRESETS.small, now: NOW });
    files = new Map(
      [...estate.directoryRun(), estate.cloudRun(0)].map((payload) => {
        const text = textOf(payload);
        return [JSON.parse(text).meta.type, bufferSource(payload.name, Buffer.from(text))];
      }),
    );
    for (const file of files.values()) await ingest.ingest([file]);
  });

  afterAll(() => test.drop());

  const edges = async () => {
    const rows = await test.database.query<{ edge: string; flags: number }>(`
      SELECT s.objectid || ' ' || k.name || ' ' || t.objectid AS edge, e.flags
      FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind`);
    return new Map(rows.map(({ edge, flags }) => [edge, flags]));
  };

  const version = async () =>
    (await test.database.query<{ version: string }>('SELECT version FROM graph_state'))[0]?.version;

  const changed = async (type: string, change: (items: Item[]) => Change) => {
    const chunks = await there(files.get(type)).open().toArray();
    const content = JSON.parse(Buffer.concat(chunks).toString());
    const expected = change(content.data);
    return { expected, file: bufferSource(`${type}.json`, Buffer.from(JSON.stringify(content))) };
  };

  it('is nothing for the files of one collection, in any order in which they come again', async () => {
    const before = await edges();
    expect(before.size).toBeGreaterThan(1000);
    const settled = await version();
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...files.values()], { minLength: files.size }), async (order) => {
        for (const file of order) await ingest.ingest([file]);
        expect(await version()).toBe(settled);
      }),
      // Turned around, each file comes before all that it came after; one more order is for those in between.
      { numRuns: 2, examples: [[[...files.values()].toReversed()]] },
    );
    expect(await edges()).toEqual(before);
  });

  it.each(changes)(
    'goes, and nothing else: %s',
    async (_what, type, change) => {
      const before = await edges();
      const { expected, file } = await changed(type, change);
      await ingest.ingest([file]);
      const after = await edges();
      expect(missingIn(before, after)).toEqual(expected.gone.toSorted());
      expect(missingIn(after, before)).toEqual(expected.come ?? []);
      await ingest.ingest([there(files.get(type))]);
      expect(await edges()).toEqual(before);
    },
    60_000,
  );
});
