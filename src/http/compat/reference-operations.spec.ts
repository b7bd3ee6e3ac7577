import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { referenceOperations } from './reference-operations.js';

describe('the list of reference operations', () => {
  it('equals the extract of the reference document', () => {
    const { paths } = JSON.parse(readFileSync('test/compat/reference-extract.json', 'utf8')) as {
      paths: Record<string, object>;
    };
    const operations = Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((it) => `${it} ${path}`));
    expect(referenceOperations).toEqual(operations);
    expect(new Set(referenceOperations).size).toBe(271);
  });
});
