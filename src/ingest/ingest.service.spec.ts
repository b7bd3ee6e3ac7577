import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '../common/errors.js';
import { IngestService } from './ingest.service.js';
import type { IngestProgress } from './ingest-progress.js';
import type { FileReport } from './ingest-report.js';
import { bufferSource, type PayloadSource } from './readers/payload-source.js';
import { defaultReadLimits } from './readers/read-limits.js';
import { zipOf } from './readers/zip.fixture.js';
import { RecordingLoader } from './recording-loader.fixture.js';

const classic = (type: string, data: readonly unknown[], meta = {}) =>
  JSON.stringify({ data, meta: { type, version: 5, count: data.length, ...meta } });
const user = (id: string) => ({ ObjectIdentifier: id, PrimaryGroupSID: 'G513' });
const source = (name: string, content: string | Buffer) => bufferSource(name, Buffer.from(content));

const refusal = (path: string, reason: string): FileReport => ({
  path,
  status: 'failed',
  format: null,
  type: null,
  records: 0,
  nodes: {},
  edges: {},
  ignored: {},
  environments: {},
  changes: null,
  faultCount: 1,
  faults: [{ path, list: null, record: null, field: null, reason }],
});

describe('IngestService', () => {
  let loader: RecordingLoader;
  let service: IngestService;

  beforeEach(() => {
    loader = new RecordingLoader();
    service = new IngestService(loader);
  });

  const ingestOne = async (name: string, content: string | Buffer) => {
    const { files } = await service.ingest([source(name, content)]);
    expect(files).toHaveLength(1);
    return files[0];
  };

  it('reports what a file holds and what it changed', async () => {
    const report = await service.ingest([source('users.json', classic('users', [user('U1'), user('U2')]))]);
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
    expect(loader.payloads[0]?.edges.map(({ record }) => record)).toEqual([0, 1]);
  });

  it('says which lists are whole by what the collector was asked for, also where that comes last', async () => {
    const group = { ObjectIdentifier: 'G1', Properties: { distinguishedname: 'CN=G1,DC=X' }, Members: [] };
    const sources = [1, 64, 0].map((methods) => source('groups.json', classic('groups', [group], { methods })));
    await service.ingest(sources);
    expect(loader.payloads.map(({ wholeLists }) => wholeLists)).toEqual([
      [{ objectid: 'G1', list: { of: 'incoming', kind: 'MemberOf' } }],
      [],
      [],
    ]);
  });

  it('reads every entry of a ZIP as a payload of its own, also with a byte order mark', async () => {
    const zip = zipOf([
      { name: 'users.json', content: `\uFEFF${classic('users', [user('U1')])}` },
      { name: 'sessions.json', content: Buffer.from(`\uFEFF${classic('sessions', [])}`, 'utf16le') },
      { name: 'readme.txt', content: 'hello' },
      { name: '../users.json', content: classic('users', [user('U2')]) },
      { name: 'inner.zip', content: zipOf([{ name: 'users.json', content: classic('users', []) }]) },
    ]);
    const report = await service.ingest([source('all.zip', zip)]);
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
    expect(loader.payloads).toHaveLength(3);
  });

  it('takes groups and OpenGraph after what they refer to, and reports in the order given', async () => {
    const graph = { graph: { nodes: [{ id: 'n1', kinds: ['X'] }], edges: [] } };
    const report = await service.ingest([
      source('graph.json', JSON.stringify(graph)),
      source('groups.json', classic('groups', [{ ObjectIdentifier: 'G1' }])),
      source('users.json', classic('users', [user('U1')])),
      source('azure.json', classic('azure', [{ kind: 'AZTenant', data: { tenantId: 'T1' } }])),
    ]);
    expect(loader.payloads.map(({ nodes }) => nodes[0]?.objectid)).toEqual(['U1', 'T1', 'G1', 'N1']);
    expect(report.files.map(({ path }) => path)).toEqual(['graph.json', 'groups.json', 'users.json', 'azure.json']);
  });

  it('loses no other record to a bad one, and tells where each fault lies', async () => {
    const text = `{"meta":{"type":"users","version":6},"data":[
      {"ObjectIdentifier":"U1","PrimaryGroupSID":7}, nonsense, "text", {"ObjectIdentifier":""}, {"ObjectIdentifier":"U5"}]}`;
    expect(await ingestOne('users.json', text)).toMatchObject({
      status: 'complete',
      records: 5,
      nodes: { User: 2 },
      faultCount: 4,
      faults: [
        { list: 'data', record: 0, field: 'PrimaryGroupSID', reason: 'expected a text' },
        { list: 'data', record: 1, field: null, reason: 'is not valid JSON' },
        { list: 'data', record: 2, field: null, reason: 'expected an object' },
        { list: 'data', record: 3, field: 'ObjectIdentifier', reason: 'is missing or empty; the record is left out' },
      ],
    });
  });

  it.each(['constructor', '__proto__'])(
    'passes over %s at the top level as over any key that it does not know',
    async (key) => {
      const text = `{"${key}":{},"meta":{"type":"users"},"data":[{"ObjectIdentifier":"U1"}]}`;
      expect(await ingestOne('users.json', text)).toMatchObject({
        status: 'complete',
        nodes: { User: 1 },
        faultCount: 0,
      });
    },
  );

  it('counts what it meets under its name for a thousand names, the rest together', async () => {
    const records = Array.from({ length: 1003 }, (_, index) => ({ kind: `AZNew${index}`, data: { id: 'x' } }));
    const { ignored = {} } = (await ingestOne('azure.json', classic('azure', records))) ?? {};
    expect(Object.keys(ignored)).toHaveLength(1001);
    expect(ignored['(others)']).toBe(3);
  });

  it('keeps what came whole before a text breaks off', async () => {
    const text = '{"meta":{"type":"users"},"data":[{"ObjectIdentifier":"U1"},{"ObjectIdent';
    expect(await ingestOne('users.json', text)).toMatchObject({
      status: 'incomplete',
      nodes: { User: 1 },
      changes: { nodesCreated: 1 },
      faults: [{ record: null, reason: 'ends too early, at byte 72, inside data[1]' }],
    });
    expect(await ingestOne('users.json', `${classic('users', [user('U1')])}{}`)).toMatchObject({
      status: 'incomplete',
      nodes: { User: 1 },
    });
    expect(await ingestOne('users.json', '{"meta":{"type":"users"},"data":[')).toMatchObject({
      status: 'failed',
      records: 0,
    });
  });

  it('keeps what was read before its source failed', async () => {
    const text = '{"meta":{"type":"users"},"data":[{"ObjectIdentifier":"U1"},';
    const failing: PayloadSource = {
      name: 'disk.json',
      size: 1000,
      open: () =>
        Readable.from(
          (function* () {
            yield Buffer.from(text);
            throw new Error('the disk is gone');
          })(),
        ),
    };
    const { files } = await service.ingest([failing]);
    expect(files[0]).toMatchObject({
      status: 'incomplete',
      nodes: { User: 1 },
      faults: [{ reason: 'could not be read to its end: the disk is gone' }],
    });
  });

  it.each([
    ['nothing.json', '', 'is empty'],
    ['cut.zip', zipOf([{ name: 'a.json', content: '{}' }]).subarray(0, 60), "is a ZIP that can't be read: "],
    ['empty.zip', zipOf([]), 'is a ZIP without files'],
    [
      'other.json',
      classic('widgets', []),
      'has the unknown meta.type "widgets"; accepted are aiacas, azure, certtemplates, computers, containers, deleted, ' +
        'domains, enterprisecas, gpos, groups, issuancepolicies, localgroups, ntauthstores, ous, rootcas, sessions, users',
    ],
    ['old.json', classic('computers', [], { version: 4 }), 'has meta.version 4; computers are read from version 5 on'],
  ])('refuses %s and goes on with the others', async (name, content, reason) => {
    const report = await service.ingest([source(name, content), source('users.json', classic('users', [user('U1')]))]);
    expect(report.complete).toBe(false);
    const [failed, fine] = report.files;
    expect(failed).toEqual(refusal(name, expect.stringContaining(reason) as unknown as string));
    expect(fine).toMatchObject({ status: 'complete', nodes: { User: 1 } });
  });

  it.each([
    ['{"meta":{"type":"users"}}', 'has nothing in data'],
    ['{"meta":{"type":"users"},"data":{}}', 'data: expected a list'],
    [
      '{"meta":{"type":"users"},"data":[{"ObjectIdentifier":"U1"}],"graph":{}}',
      'has both "data" and "graph"; a file is either a collector\'s or an OpenGraph payload',
    ],
    ['{"graph":{"nodes":[],"edges":[]}}', 'has nothing in graph.nodes and graph.edges'],
    ['{"graph":{"nodes":{}}}', 'graph.nodes: expected a list'],
  ])('keeps nothing of %s', async (text, reason) => {
    expect(await ingestOne('x.json', text)).toMatchObject({
      status: 'failed',
      changes: null,
      faults: [{ record: null, reason }],
    });
    expect(loader.payloads).toEqual([]);
  });

  it('accepts types in which there is nothing to convert, and counts their records', async () => {
    expect(await ingestOne('deleted.json', classic('deleted', ['S-1', 'S-2']))).toMatchObject({
      status: 'complete',
      type: 'deleted',
      records: 2,
      nodes: {},
      faultCount: 0,
    });
    const azure = classic('azure', [{ kind: 'AZStorageAccount', data: {} }, { kind: 'AZNew', data: {} }, { data: {} }]);
    expect(await ingestOne('azure.json', azure)).toMatchObject({
      records: 3,
      ignored: { AZNew: 1, AZStorageAccount: 1 },
      faults: [{ record: 2, field: 'kind', reason: 'is missing or empty; the record is left out' }],
    });
  });

  it('keeps the first thousand faults and counts all', async () => {
    const report = await ingestOne(
      'users.json',
      classic(
        'users',
        Array.from({ length: 1500 }, () => ({})),
      ),
    );
    expect(report?.faultCount).toBe(1500);
    expect(report?.faults).toHaveLength(1000);
  });

  it('repeats long texts of a payload in its faults by their beginning only', async () => {
    const entry = { PrincipalSID: 'G1', PrincipalType: 'Group', RightName: 'x'.repeat(100_000) };
    const report = await ingestOne('users.json', classic('users', [{ ObjectIdentifier: 'U1', Aces: [entry] }]));
    expect(report?.faults).toEqual([
      {
        path: 'users.json',
        list: 'data',
        record: 0,
        field: 'Aces[0].RightName',
        reason: `"${'x'.repeat(499)}...`,
      },
    ]);
  });

  it('tells the edges that the graph had no end for', async () => {
    loader.result = { unresolved: [{ record: 7, reason: 'target: no node has name = "X"' }], unresolvedCount: 3 };
    const graph = { graph: { edges: [{ kind: 'K', start: { value: 'a' }, end: { match_by: 'name', value: 'x' } }] } };
    expect(await ingestOne('graph.json', JSON.stringify(graph))).toMatchObject({
      status: 'complete',
      faultCount: 3,
      faults: [{ list: 'graph.edges', record: 7, field: null, reason: 'target: no node has name = "X"' }],
    });
  });

  it('lets one payload fail that the graph refuses, and throws where the database fails', async () => {
    loader.load = () => Promise.reject(InvalidInputError.at('kind', 'there are too many'));
    const files = [source('users.json', classic('users', [user('U1')]))];
    expect((await service.ingest(files)).files[0]).toMatchObject({
      status: 'failed',
      faults: [{ reason: 'kind: there are too many' }],
    });
    loader.load = () => Promise.reject(new Error('connection lost'));
    await expect(service.ingest(files)).rejects.toThrow('connection lost');
  });

  it('tells how far it has come', async () => {
    const seen: IngestProgress[] = [];
    const contents = [classic('users', [user('U1')]), classic('users', [user('U2'), user('U3')])];
    const sizes = contents.map((content) => content.length);
    const total = (sizes[0] ?? 0) + (sizes[1] ?? 0);
    await service.ingest(
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
    const { files } = await service.ingest([source('users.json', text)], {
      limits: { ...defaultReadLimits, maxDepth: 3 },
    });
    expect(files[0]).toMatchObject({
      nodes: { User: 1 },
      faults: [{ record: 0, reason: 'is nested deeper than 3 levels (MAX_JSON_DEPTH)' }],
    });
  });
});
