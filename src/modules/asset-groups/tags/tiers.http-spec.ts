import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { draft, nodes, refusal, TestTags } from './tags.fixture.js';

let tags: TestTags;

beforeAll(async () => {
  tags = await TestTags.open();
});
afterAll(() => tags.app.close());
beforeEach(() => tags.clear());

async function positions() {
  const { body } = await tags.call('GET', '/asset-group-tags?type=1&sort_by=position');
  return body.data.map((it) => [it.name, it.position.int32]);
}

describe('tiers', () => {
  it('keep their positions without gaps', async () => {
    await tags.createTag('One', { type: 1 });
    const two = await tags.createTag('Two', { type: 1, position: 3 });
    const front = await tags.createTag('Front', { type: 1, position: 2 });
    expect(await positions()).toEqual([['Admin Tier Zero', 1], ['Front', 2], ['One', 3], ['Two', 4]]); // prettier-ignore
    expect((await tags.call('PATCH', `/asset-group-tags/${front}`, { position: 4 })).status).toBe(200);
    expect(await positions()).toEqual([['Admin Tier Zero', 1], ['One', 2], ['Two', 3], ['Front', 4]]); // prettier-ignore
    expect((await tags.call('PATCH', `/asset-group-tags/${front}`, { position: 3 })).status).toBe(200);
    expect(await positions()).toEqual([['Admin Tier Zero', 1], ['One', 2], ['Front', 3], ['Two', 4]]); // prettier-ignore
    expect(refusal(await tags.call('PATCH', `/asset-group-tags/${two}`, { position: 5 }))).toEqual([
      400,
      ['body.invalid_value body.position'],
    ]);
    await tags.call('DELETE', `/asset-groups/${front}`);
    await tags.call('DELETE', `/asset-group-tags/${two}`);
    expect(await positions()).toEqual([['Admin Tier Zero', 1], ['One', 2]]); // prettier-ignore
    const label = await tags.createTag('Label');
    expect(refusal(await tags.call('PATCH', `/asset-group-tags/${label}`, { position: 2 }))).toEqual([
      400,
      ['body.conflicting_properties body.position'],
    ]);
  });

  it('keep their positions when many are created at once', async () => {
    await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => tags.createTag(name, { type: 1, position: 2 })));
    expect((await positions()).map(([, position]) => position)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('share no members: a node belongs to the first tier that selects it', async () => {
    const one = await tags.createTag('One', { type: 1 });
    const label = await tags.createTag('Label');
    for (const id of [one, label]) await tags.createSelector(id, 'all', 'U-1', 'G-1', 'G-2');
    await tags.addToTierZero('G-1');
    expect([await tags.membersOf(1), await tags.membersOf(one), await tags.membersOf(label)]).toEqual([
      ['G-1'],
      ['U-1', 'G-2'],
      ['G-1', 'U-1', 'G-2'],
    ]);
    const counted = async () => {
      const { body } = await tags.call('GET', '/asset-group-tags?counts=true&type=1&sort_by=position');
      return body.data.map((it) => it.counts.members);
    };
    expect(await counted()).toEqual([1, 2]);
    await tags.createSelector(1, 'more', 'U-1');
    expect(await counted()).toEqual([2, 1]);
    const front = await tags.createTag('Front', { type: 1, position: 2 });
    await tags.createSelector(front, 'backup', 'G-2');
    expect(await counted()).toEqual([2, 1, 0]);
    await tags.call('DELETE', `/asset-group-tags/${front}`);
    expect(await counted()).toEqual([2, 1]);
  });

  it('have the members that a plain computation finds', async () => {
    const selector = fc.record({
      objects: fc.uniqueArray(fc.constantFrom(...nodes, 'NOBODY'), { minLength: 1 }),
      isDisabled: fc.boolean(),
    });
    const tag = fc.record({ isTier: fc.boolean(), selectors: fc.array(selector, { maxLength: 3 }) });
    const property = fc.asyncProperty(
      fc.array(tag, { maxLength: 4 }),
      fc.uniqueArray(fc.constantFrom(...nodes)),
      async (drawn, found) => {
        await tags.app.database.query('DELETE FROM asset_group WHERE NOT system_group');
        await tags.app.database.query('DELETE FROM selected_node');
        await tags.addToTierZero(...found);
        const taken = new Set(found);
        for (const [index, { isTier, selectors }] of drawn.entries()) {
          const id = await tags.createTag(`T${index}`, { type: isTier ? 1 : 2 });
          for (const [place, { objects, isDisabled }] of selectors.entries())
            await tags.call('POST', `/asset-group-tags/${id}/selectors`, {
              ...draft(`S${place}`, ...objects),
              disabled: isDisabled,
            });
          const selected = nodes.filter((it) => selectors.some((s) => !s.isDisabled && s.objects.includes(it)));
          const members = isTier ? selected.filter((it) => !taken.has(it)) : selected;
          if (isTier) for (const member of members) taken.add(member);
          expect((await tags.membersOf(id)).toSorted()).toEqual(members.toSorted());
          expect(await tags.call('GET', `/asset-groups/${id}`)).toMatchObject({
            body: { data: { member_count: members.length } },
          });
        }
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });
});
