import { describe, expect, it } from '@jest/globals';
import { spanAttributes, taskArguments } from './tasks.js';

describe(taskArguments.name, () => {
  it('returns the arguments of the task alone', () => {
    expect(taskArguments('ingest-file', { fileId: '1', traceparent: 'x' })).toEqual({ fileId: '1' });
    expect(taskArguments('analysis', null)).toEqual({});
  });

  it.each([undefined, null, 'x', {}, { work: 1 }])('returns null for invalid arguments: %j', (stored) => {
    expect(taskArguments('periodic', stored)).toBeNull();
  });
});

describe(spanAttributes.name, () => {
  it('returns the name of the task, and its valid arguments', () => {
    const name = 'graphward.task.name';
    expect(spanAttributes('periodic', { work: 'spool' })).toEqual({
      [name]: 'periodic',
      'graphward.task.work': 'spool',
    });
    expect(spanAttributes('ingest-file', { fileId: 1 })).toEqual({ [name]: 'ingest-file' });
  });
});
