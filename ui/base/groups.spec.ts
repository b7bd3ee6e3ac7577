import { describe, expect, it } from '@jest/globals';
import { addition, type Candidate, changeOf, groups } from './groups.js';

const { owned, tierZero } = groups;
const marks = { isOwned: false, isTierZero: false };
const ada: Candidate = { id: 'S-1-7', name: 'ADA@BIRCH.LOCAL', ...marks };
const adaOfCloud: Candidate = { id: 'A8AF', name: 'ADA@BIRCH.LOCAL', ...marks };
const target = (id: number) => `/api/v2/asset-groups/${id}/selectors`;
const stored = (name: string, selector: string) => ({ name, selector, id: 1, system_selector: false });

describe('groups of the service', () => {
  it('names selectors of objects with one name differently, because one would replace the other', () => {
    expect(addition(owned, [ada, adaOfCloud])).toEqual({
      method: 'PUT',
      target: target(2),
      body: {
        add: [
          { name: 'ADA@BIRCH.LOCAL (S-1-7)', selector: 'S-1-7' },
          { name: 'ADA@BIRCH.LOCAL (A8AF)', selector: 'A8AF' },
        ],
      },
    });
  });

  it('keeps the object id in names of 256 letters without control characters', () => {
    const { body } = addition(owned, [
      { ...ada, name: '𝔸'.repeat(300) },
      { ...adaOfCloud, name: ' \tADA' },
    ]);
    expect(body).toEqual({
      add: [
        { name: `${'𝔸'.repeat(248)} (S-1-7)`, selector: 'S-1-7' },
        { name: 'ADA (A8AF)', selector: 'A8AF' },
      ],
    });
  });

  it('takes a change back exactly: what it added goes, what it replaced returns', () => {
    const [before, after] = [stored('ADA', 'S-1-7'), stored('ADA@BIRCH.LOCAL (S-1-7)', 'S-1-7')];
    const data = { added_selectors: [after], removed_selectors: [before] } as never;
    expect(changeOf(tierZero, [ada], { data })).toEqual({
      text: 'ADA@BIRCH.LOCAL is in tier zero. The next analysis adds more by its rules.',
      objects: ['S-1-7'],
      back: {
        method: 'PUT',
        target: target(1),
        body: {
          add: [{ name: 'ADA', selector: 'S-1-7' }],
          remove: [{ name: 'ADA@BIRCH.LOCAL (S-1-7)', selector: 'S-1-7' }],
        },
      },
    });
  });

  it('takes nothing back that was there before', () => {
    const data = { added_selectors: [], removed_selectors: [] };
    expect(changeOf(owned, [ada, adaOfCloud], { data })).toEqual({
      text: '2 objects are in Owned already.',
      objects: ['S-1-7', 'A8AF'],
      back: null,
    });
  });
});
