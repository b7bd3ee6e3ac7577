import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

interface Mutation {
  readonly file: string;
  readonly specs: readonly string[];
}

const load = (file: string) => import(new URL(`../../scripts/${file}`, import.meta.url).href);

describe('scripts/mutations-list.mjs', () => {
  it('has texts that their files have exactly once, and specs that exist', async () => {
    const { misplaced } = (await load('mutations.mjs')) as { readonly misplaced: () => readonly Mutation[] };
    const { mutations } = (await load('mutations-list.mjs')) as { readonly mutations: readonly Mutation[] };
    expect(mutations.length).toBe(24);
    expect(misplaced().map(({ file }) => file)).toEqual([]);
    expect(mutations.flatMap(({ specs }) => specs).filter((spec) => !existsSync(spec))).toEqual([]);
  });
});
