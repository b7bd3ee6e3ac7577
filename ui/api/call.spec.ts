import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { call, curlLine, withQuery } from './call.js';

it('fills the path and the query of an operation', () => {
  const { method, target } = call('GET /api/v2/base/{object_id}', {
    path: { object_id: 'A/B?' },
    query: { counts: false },
  });
  expect([method, target]).toEqual(['GET', '/api/v2/base/A%2FB%3F?counts=false']);
});

it('repeats lists, leaves out undefined values and keeps a query of the path', () => {
  expect(withQuery('/a?x=1', { y: ['2', '3'], z: undefined })).toBe('/a?x=1&y=2&y=3');
  expect(withQuery('/a', {})).toBe('/a');
});

it('writes a line that a shell reads as it is meant', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const body = { name: name.replaceAll('\0', '') };
      const line = curlLine({ method: 'POST', target: '/t', body }, 'http://localhost');
      const words = execFileSync('sh', ['-c', `set -- ${line}; printf '%s\\n' "$@"`], { encoding: 'utf8' });
      expect(words.split('\n').slice(4)).toEqual([
        '-X',
        'POST',
        '-H',
        'Content-Type: application/json',
        '-d',
        JSON.stringify(body),
        'http://localhost/t',
        '',
      ]);
    }),
    { numRuns: 20 },
  );
});
