import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { lineWriter } from './line-writer.js';

/** A pipe whose reader is gone after `most` writes. It stays open, as standard output does. */
function pipe(most: number) {
  const written: string[] = [];
  const stream = new Writable({
    autoDestroy: false,
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      written.push(text);
      done(written.length > most ? Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) : null);
    },
  });
  return { stream, written };
}

function fail(error: Error): never {
  throw error;
}

describe(lineWriter.name, () => {
  it('writes lines until the reader is gone, and then drops them without an error', async () => {
    const { stream, written } = pipe(1);
    const print = lineWriter(stream, fail);
    for (const line of ['first', 'second', 'third']) {
      print(line);
      await setImmediate();
    }
    expect(written).toEqual(['first\n', 'second\n']);
  });

  it('reports other errors', () => {
    const { stream } = pipe(1);
    lineWriter(stream, fail);
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    expect(() => stream.emit('error', full)).toThrow(full);
  });
});
