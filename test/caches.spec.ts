import { describe, expect, it } from '@jest/globals';

type CacheFaults = (file: string, text: string) => string[];

async function cacheFaults(...args: Parameters<CacheFaults>): Promise<string[]> {
  const script = `${process.cwd()}/scripts/caches.mjs`;
  const loaded = (await import(script)) as { readonly cacheFaults: CacheFaults };
  return loaded.cacheFaults(...args);
}

const grows = (name: string) => [`a.ts: the Map ${name} grows; use Cache of src/base/values/cache.ts`];

describe('the check of caches refuses', () => {
  it.each([
    ["import { LRUCache } from 'lru-cache';", ['a.ts: imports lru-cache; use Cache of src/base/values/cache.ts']],
    ['const known = new Map<string, number>();\nfunction f() {\n  known.set(a, 1);\n}', grows('known')],
    ['export const seen: Set<string> = new Set();\nfunction f() {\n  if (x) seen.add(a);\n}', grows('seen')],
    [
      'class A {\n  private static readonly all = new Map<string, A>();\n  f() {\n    A.all.set(a, this);\n  }\n}',
      grows('all'),
    ],
  ])('%j', async (text, faults) => {
    expect(await cacheFaults('a.ts', text)).toEqual(faults);
  });

  it('no Map that stays as it is, whose entries are removed, or that belongs to an object', async () => {
    const texts = [
      "const names = new Map([['a', 1]]);\nnames.get('a');",
      'const open = new Map<number, A>();\nfunction f() {\n  open.set(1, a);\n  open.delete(1);\n}',
      'class A {\n  private readonly known = new Map();\n  f() {\n    this.known.set(1, 2);\n  }\n}',
      'function f() {\n  const found = new Map();\n  found.set(1, 2);\n}',
    ];
    for (const text of texts) expect(await cacheFaults('a.ts', text)).toEqual([]);
  });

  it('exceptions that no longer apply', async () => {
    expect(await cacheFaults('src/database/servers/server-choice.ts', '')).toEqual([
      'scripts/caches.mjs: src/database/servers/server-choice.ts has no Map that grows; remove it',
    ]);
  });
});
