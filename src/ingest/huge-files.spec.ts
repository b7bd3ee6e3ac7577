import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestIngest } from './ingest.fixture.js';
import type { PayloadSource } from './reading/payload-source.js';

const record = (id: string) => `{"ObjectIdentifier":"${id}"}`;

const blank = Buffer.alloc(4 * 1024 ** 2, ' ');

/** White space between the texts; the size in all is that of `size`. */
function wide(size: number, first: string, second: string): PayloadSource {
  const gap = size - first.length - second.length;
  return {
    name: 'wide.json',
    size,
    isSeekable: true,
    open: (range) =>
      Readable.from(
        (function* () {
          if (range && range.start >= first.length + gap) {
            yield Buffer.from(second).subarray(range.start - first.length - gap);
            return;
          }
          if (range) {
            yield Buffer.concat([blank.subarray(0, first.length + gap - range.start), Buffer.from(second)]);
            return;
          }
          yield Buffer.from(first);
          for (let left = gap; left > 0; left -= blank.length) {
            yield left < blank.length ? blank.subarray(0, left) : blank;
          }
          yield Buffer.from(second);
        })(),
      ),
  };
}

describe('a file of more than 4 GiB', () => {
  let ingest: TestIngest;

  beforeEach(() => {
    ingest = new TestIngest();
  });

  it('is read to its end, and its meta is found without a reading of its own', async () => {
    const size = 2 ** 32 + 1000;
    const source = wide(size, `{"data":[${record('A')},`, `${record('B')},nonsense],"meta":{"type":"users"}}`);
    let opened = 0;
    const counted: PayloadSource = { ...source, open: (range) => ((opened += range ? 0 : 1), source.open(range)) };
    const { files } = await ingest.service.ingest([counted]);
    expect(files[0]).toMatchObject({ status: 'complete', records: 3, faultCount: 1 });
    expect(files[0]?.faults).toMatchObject([
      { record: 2, reason: 'is not valid JSON: unexpected "o" at byte 4294968263' },
    ]);
    expect(ingest.loadedIds()).toEqual([['A', 'B']]);
    // The kind of file, the beginning of its text, and its records.
    expect(opened).toBe(3);
  });
});
