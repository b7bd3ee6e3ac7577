import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { clearGraph } from '../../test/support/test-graph.js';
import { analysisOf } from '../analysis/analysis.fixture.js';
import type { AnalysisService } from '../analysis/analysis.service.js';
import { KindNames } from '../graph/store/kind-names.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { classic, source } from './ingest.fixture.js';
import { IngestService } from './ingest.service.js';
import type { PayloadSource } from './reading/payload-source.js';
import { defaultReadLimits } from './reading/read-limits.fixture.js';

const domainsid = 'S-1-5-21-7-7-7';
const [ada, bo, group, shared] = [`${domainsid}-1104`, `${domainsid}-1105`, `${domainsid}-1300`, 'S-1-5-32-581'];

/** A file of SharpHound with all methods, whose lists are whole. */
const file = (type: string, ...records: readonly object[]) =>
  source(`${type}.json`, classic(type, records, { version: 6, methods: 29_695 }));

const record = (ObjectIdentifier: string, Properties: object, others = {}) => ({
  ObjectIdentifier,
  Properties: { domainsid, distinguishedname: `CN=${ObjectIdentifier},DC=X`, ...Properties },
  ...others,
});

const user = (Properties: object, id = ada) => file('users', record(id, { name: 'ADA@X', ...Properties }));

const openGraph = (id: string, properties: object) =>
  source(
    'graph.json',
    JSON.stringify({ metadata: { source_kind: 'Acme' }, graph: { nodes: [{ id, kinds: ['Person'], properties }] } }),
  );

const byDomain = (sid: string, title: string | null) =>
  file('groups', { ObjectIdentifier: shared, Properties: { domainsid: sid, name: 'G', title } });

/** Null takes a value back. */
const values = {
  name: fc.constantFrom('ADA@X', null),
  description: fc.constantFrom('one', 'two', null),
  userpassword: fc.constantFrom('secret', ['secret'], '', [], null),
  unixpassword: fc.constantFrom('secret', '', null),
  enabled: fc.constantFrom(true, false, null),
  hasspn: fc.constantFrom(true, false, null),
  dontreqpreauth: fc.constantFrom(true, false, null),
  serviceprincipalnames: fc.constantFrom(['a/b'], [], null),
};

const principals = fc.subarray([ada, bo]).map((ids) => ids.map((id) => ({ ObjectIdentifier: id, ObjectType: 'User' })));
const entries = fc
  .subarray([ada, bo])
  .map((ids) =>
    ids.map((id) => ({ PrincipalSID: id, PrincipalType: 'User', RightName: 'GenericAll', IsInherited: false })),
  );

const collectionOf = (requiredKeys?: []) =>
  fc.record({
    users: fc.tuple(
      fc.record(values, requiredKeys && { requiredKeys }),
      fc.record(values, requiredKeys && { requiredKeys }),
    ),
    members: principals,
    delegates: principals,
    rights: entries,
  });

type Collection = ReturnType<typeof collectionOf> extends fc.Arbitrary<infer Value> ? Value : never;

const inDomain = (at: number, one: object): object =>
  JSON.parse(JSON.stringify(one).replaceAll(domainsid, `${domainsid}${at}`));

/** Each collection is of a domain of its own, because ten small graphs take no longer than one. */
const filesOf = (collections: readonly Collection[]) => [
  file(
    'users',
    ...collections.flatMap(({ users, delegates }, at) => [
      inDomain(at, record(ada, users[0], { AllowedToDelegate: delegates })),
      inDomain(at, record(bo, users[1])),
    ]),
  ),
  file(
    'groups',
    ...collections.map(({ members, rights }, at) =>
      inDomain(at, record(group, { name: 'G@X' }, { Members: members, Aces: rights, IsACLProtected: true })),
    ),
  ),
];

/** All that the graph and its findings say, without ids and days. */
const everything = `
  SELECT concat_ws(' ', objectid, name, described, props) AS line FROM node
  UNION ALL SELECT concat_ws(' ', s.objectid, e.kind, t.objectid, e.flags, e.details)
  FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target
  UNION ALL SELECT concat_ws(' ', finding, source, target) FROM finding WHERE resolved_at IS NULL ORDER BY 1`;

describe('a value that a later collection takes back', () => {
  const clock = new FakeClock();
  let test: TestDatabase;
  let ingest: IngestService;
  let analysis: AnalysisService;

  beforeAll(async () => {
    test = await testDatabase();
    ingest = new IngestService(new GraphWriter(test.database, new KindNames(test.database), clock), defaultReadLimits);
    analysis = analysisOf(test.database, clock);
  });
  afterAll(() => test.drop());
  beforeEach(() => clear());

  const clear = async () => {
    clock.set('2026-03-01T10:00:00Z');
    await clearGraph(test.database);
    await test.database.query('DELETE FROM finding');
  };

  const said = async (...days: readonly (readonly PayloadSource[])[]): Promise<string[]> => {
    await clear();
    for (const [day, files] of days.entries()) {
      clock.set(`2026-03-0${day + 1}T10:00:00Z`);
      await ingest.ingest(files);
      await analysis.run();
    }
    return (await test.database.query<{ line: string }>(everything)).map(({ line }) => line);
  };

  /** The properties of ADA after files, one after the other. */
  const propsAfter = async (...files: readonly PayloadSource[]) => {
    for (const one of files) await ingest.ingest([one]);
    const [row] = await test.database.query<{ props: object }>('SELECT props FROM node WHERE objectid = $1', [ada]);
    return row?.props;
  };

  const titleAfter = async (...files: readonly PayloadSource[]) => {
    for (const one of files) await ingest.ingest([one]);
    const [row] = await test.database.query<{ title: string | null }>(
      `SELECT props ->> 'title' AS title FROM node WHERE objectid = $1`,
      [shared],
    );
    return row?.title;
  };

  it('is gone with its finding, as if the later day were alone', async () => {
    const pairs = fc.array(fc.tuple(collectionOf([]), collectionOf()), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(pairs, async (days) => {
        const [first, last] = [filesOf(days.map(([it]) => it)), filesOf(days.map(([, it]) => it))];
        const alone = await said(last);
        expect(await said(first, last)).toEqual(alone);
        expect(await said(first, last, last)).toEqual(alone);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 4) },
    );
  });

  it('ends the finding of a password', async () => {
    const secret = user({ userpassword: 'secret', enabled: true });
    expect(await said([secret])).toContain(`PasswordInAttribute  ${ada}`);
    expect(await said([secret], [user({ userpassword: null })])).not.toContain(`PasswordInAttribute  ${ada}`);
  });

  const base = { domainsid, name: 'ADA@X', distinguishedname: `CN=${ada},DC=X` };

  it('is gone within a day too, and stays if it is absent', async () => {
    expect(await propsAfter(user({ title: 'a', email: 'b' }), user({ title: null }))).toEqual({ ...base, email: 'b' });
    expect(await propsAfter(user({ title: 'c' }), user({ title: null }), user({ title: 'c' }))).toEqual({
      ...base,
      email: 'b',
      title: 'c',
    });
  });

  it('is gone within a file, whatever of two descriptions comes last', async () => {
    const both = file('users', record(ada, { name: 'ADA@X', title: 'a' }), record(ada, { title: null }));
    expect(await propsAfter(both)).toEqual(base);
  });

  it('takes the name back, so that the id is the name', async () => {
    await propsAfter(user({}), user({ name: null }));
    expect(await test.database.query('SELECT name FROM node WHERE objectid = $1', [ada])).toEqual([{ name: ada }]);
  });

  it('is kept if OpenGraph has null for a node that a directory describes, and gone if it described the node itself', async () => {
    expect(await propsAfter(user({ title: 'a' }), openGraph(ada, { title: null, risk: 1 }))).toEqual({
      ...base,
      title: 'a',
      risk: 1,
    });
    await clear();
    expect(await propsAfter(openGraph(ada, { title: 'a', risk: 1 }), openGraph(ada, { title: null, risk: 2 }))).toEqual(
      {
        risk: 2,
      },
    );
    expect(await propsAfter(user({ risk: null }))).toEqual(base);
  });

  it('is kept if the domain that does not decide about a shared object has null', async () => {
    const [first, second] = ['S-1-5-21-1-1-1', 'S-1-5-21-2-2-2'];
    expect(await titleAfter(byDomain(first, 'one'), byDomain(second, null))).toBe('one');
    expect(await titleAfter(byDomain(first, null))).toBeNull();
  });

  it('is kept if a relation mentions the node without it', async () => {
    const trust = { TargetDomainSid: ada, TargetDomainName: null, TrustDirection: 'Inbound', TrustType: 'Forest' };
    const domain = file('domains', record('S-1-5-21-9-9-9', { name: 'Y' }, { Trusts: [trust] }));
    expect(await propsAfter(user({}), domain)).toEqual(base);
  });

  it.each([
    ['AZGroup', { description: 'a', membershipRule: 'r' }, { description: null, membershipRule: '' }],
    [
      'AZUser',
      { jobTitle: 'a', lastPasswordChangeDateTime: '2026-01-01T00:00:00Z' },
      { jobTitle: null, lastPasswordChangeDateTime: '0001-01-01T00:00:00Z' },
    ],
  ])('is gone if AzureHound has null for it: %s', async (kind, first, second) => {
    const azure = (data: object) => source('azure.json', classic('azure', [{ kind, data: { id: ada, ...data } }]));
    const alone = await propsAfter(azure(second));
    await clear();
    expect(await propsAfter(azure({ ...first, displayName: 'Ada' }), azure(second))).toEqual({
      ...alone,
      ...(kind === 'AZGroup' && { name: 'ADA' }),
      displayname: 'Ada',
    });
  });
});
