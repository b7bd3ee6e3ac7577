import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { InvalidInputError } from '../base/errors.js';
import { classic, source, TestIngest } from './ingest.fixture.js';
import type { FileReport } from './ingest-report.js';
import type { PayloadSource } from './reading/payload-source.js';
import { zipOf } from './reading/zip.fixture.js';

const user = (id: string) => ({ ObjectIdentifier: id, PrimaryGroupSID: 'G513' });

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

describe('what is at fault in a file', () => {
  let ingest: TestIngest;

  beforeEach(() => {
    ingest = new TestIngest();
  });

  it('loses no other record to a bad one, and tells where each fault lies', async () => {
    const text = `{"meta":{"type":"users","version":6},"data":[
      {"ObjectIdentifier":"U1","PrimaryGroupSID":7}, nonsense, "text", {"ObjectIdentifier":""}, {"ObjectIdentifier":"U5"}]}`;
    expect(await ingest.one('users.json', text)).toMatchObject({
      status: 'complete',
      records: 5,
      nodes: { User: 2 },
      faultCount: 4,
      faults: [
        { list: 'data', record: 0, field: 'PrimaryGroupSID', reason: 'expected a text' },
        { list: 'data', record: 1, field: null, reason: 'is not valid JSON: unexpected "o" at byte 100' },
        { list: 'data', record: 2, field: null, reason: 'expected an object' },
        { list: 'data', record: 3, field: 'ObjectIdentifier', reason: 'is missing or empty; the record is left out' },
      ],
    });
  });

  it('counts what it meets under its name for a thousand names, the rest together', async () => {
    const records = Array.from({ length: 1003 }, (_, index) => ({ kind: `AZNew${index}`, data: { id: 'x' } }));
    const { ignored } = await ingest.one('azure.json', classic('azure', records));
    expect(Object.keys(ignored)).toHaveLength(1001);
    expect(ignored['(others)']).toBe(3);
  });

  it('keeps what came whole before a text breaks off', async () => {
    const text = '{"meta":{"type":"users"},"data":[{"ObjectIdentifier":"U1"},{"ObjectIdent';
    expect(await ingest.one('users.json', text)).toMatchObject({
      status: 'incomplete',
      nodes: { User: 1 },
      changes: { nodesCreated: 1 },
      faults: [{ record: null, reason: 'ends too early, at byte 72, inside data[1]' }],
    });
    expect(await ingest.one('users.json', `${classic('users', [user('U1')])}{}`)).toMatchObject({
      status: 'incomplete',
      nodes: { User: 1 },
    });
    expect(await ingest.one('users.json', '{"meta":{"type":"users"},"data":[')).toMatchObject({
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
    const { files } = await ingest.service.ingest([failing]);
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
    ['old.json', classic('computers', [], { version: 4 }), 'has meta.version 4; computers are read from version 5 on'],
  ])('refuses %s and goes on with the others', async (name, content, reason) => {
    const report = await ingest.service.ingest([
      source(name, content),
      source('users.json', classic('users', [user('U1')])),
    ]);
    expect(report.complete).toBe(false);
    const [failed, fine] = report.files;
    expect(failed).toEqual(refusal(name, expect.stringContaining(reason) as unknown as string));
    expect(fine).toMatchObject({ status: 'complete', nodes: { User: 1 } });
  });

  it('counts the records of an unknown type, and notes it', async () => {
    const other = source('sitelinks.json', classic('sitelinks', [user('X1'), user('X2')]));
    const report = await ingest.service.ingest([other, source('users.json', classic('users', [user('U1')]))]);
    const reason =
      'is "sitelinks", which is not known; the records were left out. Known are aiacas, azure, certtemplates, computers, ' +
      'containers, deleted, domains, enterprisecas, gpos, groups, issuancepolicies, localgroups, ntauthstores, ous, ' +
      'rootcas, sessions, sites, siteservers, sitesubnets, users';
    expect(report).toMatchObject({
      complete: true,
      files: [
        {
          status: 'complete',
          format: 'sharphound',
          type: 'sitelinks',
          records: 2,
          nodes: {},
          ignored: { sitelinks: 2 },
          faults: [{ path: 'sitelinks.json', list: null, record: null, field: 'meta.type', reason }],
        },
        { status: 'complete', nodes: { User: 1 }, faults: [] },
      ],
    });
  });

  it.each([
    ['{"meta":{"type":"users"}}', 'has nothing in data'],
    ['{"meta":{"type":"users"},"data":{}}', 'data: expected a list'],
    [
      '{"meta":{"type":"users"},"data":[{"ObjectIdentifier":"U1"}],"graph":{}}',
      'has both "data" and "graph"; a file is either a collector\'s or an OpenGraph payload',
    ],
    ['{"graph":{}}', 'has nothing in graph.nodes and graph.edges'],
    ['{"graph":{"nodes":{}}}', 'graph.nodes: expected a list'],
  ])('keeps nothing of %s', async (text, reason) => {
    expect(await ingest.one('x.json', text)).toMatchObject({
      status: 'failed',
      changes: null,
      faults: [{ record: null, reason }],
    });
    expect(ingest.writer.payloads).toEqual([]);
  });

  it('takes an empty OpenGraph file as complete', async () => {
    expect(await ingest.one('x.json', '{"graph":{"nodes":[],"edges":[]}}')).toMatchObject({
      status: 'complete',
      records: 0,
      faultCount: 0,
    });
  });

  it('names the byte of the file at which a record stops being JSON, also after a byte order mark', async () => {
    const text = `\uFEFF{"meta":{"type":"users"},"data":[{"ObjectIdentifier":"U1","Properties":{"name":"x" "a":1}}]}`;
    expect((await ingest.one('users.json', text)).faults).toMatchObject([
      {
        list: 'data',
        record: 0,
        field: null,
        reason: `is not valid JSON: unexpected a quote (") at byte ${Buffer.from(text).indexOf('"a"')}`,
      },
    ]);
  });

  it.each([
    ['users', { ObjectIdentifier: 7 }, 'ObjectIdentifier', 'expected a text'],
    ['azure', { kind: 'AZUser', data: 'x' }, 'data', 'expected an object'],
    ['azure', { kind: 'AZUser', data: { id: 'x'.repeat(601) } }, 'data.id', 'is longer than 600 characters'],
  ])('reports one fault for one cause in %s: %j', async (type, record, field, reason) => {
    const report = await ingest.one('x.json', classic(type, [record]));
    expect(report).toMatchObject({ records: 1, nodes: {}, faultCount: 1, faults: [{ record: 0, field, reason }] });
  });

  it('reports one fault for an id that is too long to be read', async () => {
    const text = classic('users', [{ ObjectIdentifier: 'x'.repeat(50) }]);
    const [report] = await ingest.files(text, { maxStringLength: 40 });
    expect(report?.faults).toMatchObject([
      { field: 'ObjectIdentifier', reason: 'is a text of 50 characters; at most 40 are read (MAX_STRING_LENGTH)' },
    ]);
  });

  it('reports one fault for kinds of which one is no text', async () => {
    const graph = {
      nodes: [
        { id: 'A', kinds: ['K', 5] },
        { id: 'B', kinds: ['K'] },
      ],
    };
    const report = await ingest.one('x.json', JSON.stringify({ graph }));
    expect(report).toMatchObject({
      nodes: { K: 1 },
      faults: [{ record: 0, field: 'kinds[1]', reason: 'expected a text' }],
    });
  });

  it('keeps the first thousand faults and counts all', async () => {
    const report = await ingest.one(
      'users.json',
      classic(
        'users',
        Array.from({ length: 1500 }, () => ({})),
      ),
    );
    expect(report.faultCount).toBe(1500);
    expect(report.faults).toHaveLength(1000);
  });

  it('repeats long texts of a payload in its faults by their beginning only', async () => {
    const entry = { PrincipalSID: 'G1', PrincipalType: 'Group', RightName: 'x'.repeat(100_000) };
    const report = await ingest.one('users.json', classic('users', [{ ObjectIdentifier: 'U1', Aces: [entry] }]));
    expect(report.faults).toEqual([
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
    ingest.writer.result = {
      unresolved: [{ record: 7, reason: 'target: no node has name = "X"' }],
      unresolvedCount: 3,
    };
    const graph = { graph: { edges: [{ kind: 'K', start: { value: 'a' }, end: { match_by: 'name', value: 'x' } }] } };
    expect(await ingest.one('graph.json', JSON.stringify(graph))).toMatchObject({
      status: 'complete',
      faultCount: 3,
      faults: [{ list: 'graph.edges', record: 7, field: null, reason: 'target: no node has name = "X"' }],
    });
  });

  it('fails one payload that the graph refuses, and throws errors of the database', async () => {
    const failWith = (error: Error) => {
      ingest.writer.failure = error;
    };
    failWith(InvalidInputError.at('upload.invalid_file', 'kind', 'there are too many'));
    const files = [source('users.json', classic('users', [user('U1')]))];
    expect((await ingest.service.ingest(files)).files[0]).toMatchObject({
      status: 'failed',
      changes: null,
      faults: [{ reason: 'kind: there are too many' }],
    });
    failWith(new Error('connection lost'));
    await expect(ingest.service.ingest(files)).rejects.toThrow('connection lost');
  });
});
