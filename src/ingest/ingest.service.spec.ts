import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Kind } from '../graph/kinds/kind-catalogue.js';
import { classic, source, TestIngest, usersFile } from './ingest.fixture.js';
import type { IngestProgress } from './ingest-progress.js';
import type { ByteRange, PayloadSource } from './reading/payload-source.js';
import { zipOf } from './reading/zip.fixture.js';

const user = (id: string) => ({ ObjectIdentifier: id, PrimaryGroupSID: 'G513' });

describe('IngestService', () => {
  let ingest: TestIngest;

  beforeEach(() => {
    ingest = new TestIngest();
  });

  it('reports what a file holds and what it changed', async () => {
    const report = await ingest.service.ingest([source('users.json', classic('users', [user('U1'), user('U2')]))]);
    expect(report).toEqual({
      complete: true,
      files: [
        {
          path: 'users.json',
          status: 'complete',
          format: 'sharphound',
          type: 'users',
          records: 2,
          nodes: { User: 2 },
          edges: { MemberOf: 2 },
          ignored: {},
          environments: {},
          changes: { nodesCreated: 2, nodesChanged: 0, edgesCreated: 2, edgesChanged: 0, edgesRemoved: 0 },
          faultCount: 0,
          faults: [],
        },
      ],
    });
  });

  it('says which lists are whole by what the collector was asked for, also where that comes last', async () => {
    const group = { ObjectIdentifier: 'G1', Properties: { distinguishedname: 'CN=G1,DC=X' }, Members: [] };
    const sources = [1, 64, 0].map((methods) => source('groups.json', classic('groups', [group], { methods })));
    await ingest.service.ingest(sources);
    expect(ingest.writer.payloads.map(({ wholeLists }) => wholeLists)).toEqual([[`G1 ${Kind.MemberOf}`], [], []]);
  });

  it('reads groups after users of the same upload that are being read, but not after those of another', async () => {
    const text = usersFile(...Array.from({ length: 20 }, (_, at) => `U${at}`));
    const events = new EventEmitter();
    const [reading, go] = [once(events, 'reading'), once(events, 'go')];
    let opened = 0;
    async function* slowly() {
      // The first two are for the kind of the file.
      if (++opened === 3) events.emit('reading');
      yield Buffer.from(text.slice(0, -1));
      await go;
      yield Buffer.from(text.slice(-1));
    }
    const users = source('users.json', text);
    const slow = { ...users, open: (range?: ByteRange) => (range ? users.open(range) : Readable.from(slowly())) };
    const groups = source('groups.json', classic('groups', [{ ObjectIdentifier: 'G1' }]));
    const read = (file: PayloadSource, uploadId: number) =>
      ingest.service.ingest([file], { sender: { uploadId, sender: 'ada' } });
    const ofUsers = read(slow, 1);
    await reading;
    const after = read(groups, 1);
    await read(groups, 2);
    expect(ingest.loadedIds()).toEqual([['G1']]);
    events.emit('go');
    await Promise.all([ofUsers, after]);
    expect(ingest.loadedIds().map(([first]) => first)).toEqual(['G1', 'U0', 'G1']);
  });

  it('reads every entry of a ZIP as a payload of its own, also with a byte order mark', async () => {
    const zip = zipOf([
      { name: 'users.json', content: `\uFEFF${classic('users', [user('U1')])}` },
      {
        name: 'sessions.json',
        content: Buffer.from(`\uFEFF${classic('sessions', [{ ComputerSID: 'C1', UserSID: 'U1' }])}`, 'utf16le'),
      },
      { name: 'readme.txt', content: 'hello' },
      { name: '../users.json', content: classic('users', [user('U2')]) },
      { name: 'inner.zip', content: zipOf([{ name: 'users.json', content: classic('users', [user('U3')]) }]) },
    ]);
    const report = await ingest.service.ingest([source('all.zip', zip)]);
    expect(report.complete).toBe(false);
    expect(report.files.map(({ path, status, faults }) => [path, status, faults[0]?.reason ?? null])).toEqual([
      ['all.zip!users.json', 'complete', null],
      ['all.zip!sessions.json', 'complete', null],
      [
        'all.zip!readme.txt',
        'failed',
        'is not a JSON object: expected {"data": [...], "meta": {...}} or {"graph": {...}}',
      ],
      ['all.zip!../users.json', 'failed', 'has a name that leads out of the ZIP'],
      ['all.zip!inner.zip!users.json', 'complete', null],
    ]);
    expect(ingest.writer.payloads).toHaveLength(3);
  });

  it('takes groups and OpenGraph after what they refer to, and reports in the order given', async () => {
    const graph = { graph: { nodes: [{ id: 'n1', kinds: ['X'] }], edges: [] } };
    const report = await ingest.service.ingest([
      source('graph.json', JSON.stringify(graph)),
      source('groups.json', classic('groups', [{ ObjectIdentifier: 'G1' }])),
      source('users.json', classic('users', [user('U1')])),
      source('azure.json', classic('azure', [{ kind: 'AZTenant', data: { tenantId: 'T1' } }])),
    ]);
    expect(ingest.writer.payloads.map(({ nodes }) => nodes[0]?.objectid)).toEqual(['U1', 'T1', 'G1', 'n1']);
    expect(report.files.map(({ path }) => path)).toEqual(['graph.json', 'groups.json', 'users.json', 'azure.json']);
  });

  it.each(['constructor', '__proto__'])(
    'passes over %s at the top level as over any key that it does not know',
    async (key) => {
      const text = `{"${key}":{},"meta":{"type":"users"},"data":[{"ObjectIdentifier":"U1"}]}`;
      expect(await ingest.one('users.json', text)).toMatchObject({
        status: 'complete',
        nodes: { User: 1 },
        faultCount: 0,
      });
    },
  );

  it('accepts types in which there is nothing to convert, and counts their records', async () => {
    expect(await ingest.one('deleted.json', classic('deleted', ['S-1', 'S-2']))).toMatchObject({
      status: 'complete',
      type: 'deleted',
      records: 2,
      nodes: {},
      faultCount: 0,
    });
    const azure = classic('azure', [{ kind: 'AZAppMember', data: {} }, { kind: 'AZNew', data: {} }, { data: {} }]);
    expect(await ingest.one('azure.json', azure)).toMatchObject({
      records: 3,
      ignored: { AZAppMember: 1, AZNew: 1 },
      faults: [{ record: 2, field: 'kind', reason: 'is missing or empty; the record is left out' }],
    });
  });

  it('tells how far it has come', async () => {
    const seen: IngestProgress[] = [];
    const contents = [classic('users', [user('U1')]), classic('users', [user('U2'), user('U3')])];
    const sizes = contents.map((content) => content.length);
    const total = (sizes[0] ?? 0) + (sizes[1] ?? 0);
    await ingest.service.ingest(
      contents.map((content, index) => source(`${index}.json`, content)),
      {
        onProgress: (progress) => seen.push(progress),
      },
    );
    expect(seen.at(0)).toEqual({ path: '0.json', bytes: sizes[0], totalBytes: total });
    expect(seen.at(-1)).toEqual({ path: '1.json', bytes: total, totalBytes: total, isRead: true });
  });

  it('heeds the limits it is given', async () => {
    const text = classic('users', [{ ObjectIdentifier: 'U1', Properties: { a: { b: { c: 1 } } } }, user('U2')]);
    const files = await ingest.files(text, { maxJsonDepth: 3 });
    expect(files[0]).toMatchObject({
      nodes: { User: 1 },
      faults: [{ record: 0, reason: 'is nested deeper than 3 levels (MAX_JSON_DEPTH)' }],
    });
  });
});
