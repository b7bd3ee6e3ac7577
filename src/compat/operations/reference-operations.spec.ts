import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { referenceOperations } from './reference-operations.js';

describe('the list of reference operations', () => {
  it('equals the extract of the reference document', () => {
    const { paths } = JSON.parse(readFileSync('test/compat/reference-extract.json', 'utf8')) as {
      paths: Record<string, Record<string, { tags: string[] }>>;
    };
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { tags }]) => [`${method} ${path}`, tags.includes('Community')] as const),
    );
    const [both, enterprise] = [true, false].map((isCommunity) =>
      operations.filter(([, it]) => it === isCommunity).map(([name]) => name),
    );
    expect(referenceOperations).toEqual({ both, enterprise });
    expect([both?.length, enterprise?.length]).toEqual([210, 61]);
  });
});
