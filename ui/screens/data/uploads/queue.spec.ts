import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type QueuedFile,
  retried,
  shownFiles,
  totalsOf,
  unfinished,
  withChange,
  withFiles,
  withResults,
} from './queue.js';

const waiting = withFiles([], [{ key: 1, name: 'users.json', size: 100 }])[0]!;
const reading: QueuedFile = { ...waiting, state: 'reading', sent: 100, upload: 7, file: 12 };
const changes = { nodes_created: 2, nodes_changed: 1, edges_created: 4, edges_changed: 0, edges_removed: 1 };
const fault = (reason: string) => ({ list: 'data', record: 3, field: null, reason });
const result = { file_id: 12, status: 'complete', fault_count: 0, faults: [], changes } as const;

const anyFile = fc
  .record({ state: fc.constantFrom('failed', 'incomplete', 'sending', 'reading', 'waiting', 'complete') })
  .map(({ state }): QueuedFile => ({ ...reading, state }));
const anyQueue = fc.array(anyFile).map((files) => files.map((it, key) => ({ ...it, key })));

describe(withFiles.name, () => {
  it('adds files that wait, behind the others', () => {
    expect(withFiles([reading], [{ key: 2, name: 'groups.json', size: 5 }])).toEqual([
      reading,
      { ...waiting, key: 2, name: 'groups.json', size: 5 },
    ]);
  });
});

describe(withChange.name, () => {
  it('changes the one file with the key', () => {
    const other = { ...waiting, key: 2 };
    expect(withChange([waiting, other], 2, { sent: 50 })).toEqual([waiting, { ...other, sent: 50 }]);
  });
});

describe(withResults.name, () => {
  it('adds up what the file changed', () => {
    expect(withResults([reading], [result])).toEqual([{ ...reading, state: 'complete', changes: 8 }]);
  });

  it('takes the worst result of a ZIP, with its reason, and all faults', () => {
    const part = {
      ...result,
      status: 'incomplete',
      fault_count: 2,
      faults: [fault('breaks off')],
      changes: null,
    } as const;
    const good = { ...result, fault_count: 1, faults: [fault('expected a text')] };
    expect(withResults([reading], [good, part])).toEqual([
      { ...reading, state: 'incomplete', faults: 3, changes: 8, reason: 'breaks off' },
    ]);
  });

  it('leaves files without a result, and files that are not being read', () => {
    const queue = [{ ...reading, file: 13 }, waiting, { ...reading, state: 'failed' as const }];
    expect(withResults(queue, [result])).toEqual(queue);
  });
});

describe(retried.name, () => {
  it('lets what failed wait again as if it were new, and nothing else', () => {
    fc.assert(
      fc.property(anyQueue, (queue) => {
        const expected = queue.map((it) =>
          ['failed', 'incomplete'].includes(it.state) ? { ...waiting, key: it.key } : it,
        );
        expect(retried(queue)).toEqual(expected);
      }),
    );
  });
});

describe(unfinished.name, () => {
  it('leaves out what is complete', () => {
    expect(unfinished([reading, { ...reading, state: 'complete' }, waiting])).toEqual([reading, waiting]);
  });
});

describe(totalsOf.name, () => {
  it('counts files, and the share of the bytes that are sent', () => {
    const half: QueuedFile = { ...waiting, state: 'sending', sent: 50 };
    const queue = [half, reading, { ...reading, state: 'complete' as const }, { ...waiting, state: 'failed' as const }];
    expect(totalsOf(queue)).toEqual({ files: 4, sent: 2, read: 1, failed: 1, share: 0.625 });
  });

  it('has sent nothing of an empty queue', () => {
    expect(totalsOf([])).toEqual({ files: 0, sent: 0, read: 0, failed: 0, share: 0 });
  });
});

describe(shownFiles.name, () => {
  it('shows the first hundred, those that need people first', () => {
    fc.assert(
      fc.property(anyQueue, (queue) => {
        const order = ['failed', 'incomplete', 'sending', 'reading', 'waiting', 'complete'];
        const shown = shownFiles(queue).map(({ state, key }) => order.indexOf(state) * 1000 + key);
        expect(shown).toEqual(
          queue.map(({ state, key }) => order.indexOf(state) * 1000 + key).toSorted((a, b) => a - b),
        );
      }),
    );
    const many = Array.from({ length: 150 }, (_, key) => ({ ...waiting, key }));
    expect(shownFiles(many)).toEqual(many.slice(0, 100));
  });
});
