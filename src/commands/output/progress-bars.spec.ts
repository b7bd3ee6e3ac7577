import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { progressBar } from './progress-bars.js';

/** What is written to a stream that is, or is not, a terminal. */
function recorded(isTTY: boolean): { readonly stream: NodeJS.WriteStream; readonly written: () => string } {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 200, rows: 50 });
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => String(stream.read() ?? '') };
}

describe('progressBar', () => {
  it('writes nothing where there is no terminal', () => {
    const { stream, written } = recorded(false);
    const bar = progressBar(stream);
    bar.listener({ path: 'users.json', bytes: 1, totalBytes: 2 });
    bar.stop();
    expect(written()).toBe('');
  });

  it('shows percent, bytes and rate, and what is being done', () => {
    const { stream, written } = recorded(true);
    let now = 0;
    const bar = progressBar(stream, () => now);
    const shown = (progress: Parameters<typeof bar.listener>[0]) => {
      written();
      // The bar draws itself again a tenth of a second after it did so last: stopping draws at once.
      bar.listener(progress);
      bar.stop();
      return written();
    };
    now = 2000;
    expect(shown({ path: 'in/a.zip!us\u001bers.json', bytes: 5e6, totalBytes: 20e6, isRead: true })).toContain(
      '25% 5.0 of 20.0 MB, 2.5 MB/s | writing a.zip!us\uFFFDers.json',
    );
  });
});
