import { beforeEach, describe, expect, it } from '@jest/globals';
import { IngestService } from './ingest.service.js';
import type { FileReport } from './ingest-report.js';
import { bufferSource } from './readers/payload-source.js';
import { RecordingLoader } from './recording-loader.fixture.js';

const record = (id: string) => `{"ObjectIdentifier":"${id}"}`;
const graph = (id: string) => `"graph":{"nodes":[{"id":"${id}","kinds":["K"]}]}`;

describe('a file in which something is odd', () => {
  let loader: RecordingLoader;
  let service: IngestService;

  beforeEach(() => {
    loader = new RecordingLoader();
    service = new IngestService(loader);
  });

  async function ingest(content: string | Buffer): Promise<FileReport | undefined> {
    return (await service.ingest([bufferSource('x', Buffer.from(content))])).files[0];
  }

  const loadedIds = () => loader.payloads.map(({ nodes }) => nodes.map(({ objectid }) => objectid));

  it.each([
    [
      '{"type":"users","version":7}',
      'meta.version',
      'is 7, which is not known; the records were read as those of version 6',
    ],
    [
      '{"type":"users","Version":4}',
      'meta.version',
      'is 4, which is not known; the records were read as those of version 5',
    ],
    [
      '{"type":"azure","version":6}',
      'meta.version',
      'is 6, which is not known; the records were read as those of version 5',
    ],
    ['{"type":"users","version":"six"}', 'meta.version', 'expected a whole number'],
    ['{"type":"users","version":6,"methods":{}}', 'meta.methods', 'expected a whole number'],
  ])('is read, and told of, with the meta %s', async (text, field, reason) => {
    const azure = text.includes('azure');
    const data = azure ? '{"kind":"AZGroup","data":{"id":"A"}}' : record('A');
    for (const file of [`{"meta":${text},"data":[${data}]}`, `{"data":[${data}],"meta":${text}}`]) {
      const report = await ingest(file);
      expect(report).toMatchObject({ status: 'complete', records: 1, faultCount: 1 });
      expect(report?.faults).toMatchObject([{ list: null, record: null, field, reason }]);
    }
    expect(loadedIds()).toEqual([['A'], ['A']]);
  });

  it.each([
    '{"type":"users","version":5}',
    '{"type":"users","version":6}',
    '{"type":"users"}',
    '{"type":"azure","version":0}',
    '{"type":"azure","version":5}',
  ])('is taken as it is with the meta %s', async (text) => {
    expect((await ingest(`{"meta":${text},"data":[]}`))?.faults).toEqual([]);
  });

  it('has every list read where it has several, and says so', async () => {
    const reason = 'stands there more than once; the records of all are read, and numbered on';
    const file = await ingest(
      `{"meta":{"type":"users"},"data":[${record('A')}],"Data":[${record('B')},3],"data":[${record('C')}]}`,
    );
    expect(file).toMatchObject({ status: 'complete', records: 4 });
    expect(file?.faults).toMatchObject([
      { list: null, record: null, field: 'data', reason },
      { list: 'data', record: 2, field: null, reason: 'expected an object' },
    ]);
    expect(loadedIds()).toEqual([['A', 'B', 'C']]);
    const open = await ingest(`{${graph('E')},${graph('F')}}`);
    expect(open?.faults.map(({ field }) => field)).toEqual(['graph.nodes']);
    expect(loadedIds().at(-1)).toEqual(['E', 'F']);
  });
});
