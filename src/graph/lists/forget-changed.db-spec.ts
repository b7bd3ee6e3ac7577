import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { edge, producingRecords, whole } from '../graph-records.fixture.js';
import { TestLoader } from '../loader/loader.fixture.js';

/** Groups of 200, in lists of another kind than those that are given of them. */
const groups = (kind: string) =>
  Array.from({ length: 100 }, (_group, place) => [
    ...Array.from({ length: 200 }, (_member, i) => edge(`U${i}`, kind, `G${place}`, {}, place)),
    whole(`G${place}`, { of: 'outgoing', kind }),
  ]);

describe('what new edges make forgotten', () => {
  let graph: TestLoader;

  beforeAll(async () => {
    graph = await TestLoader.open();
  });
  afterAll(() => graph.test.drop());

  /** Each of them would be looked for in all that is forgotten, which would be found anew each time: minutes, for a table of one page. */
  it('is found once, also where statistics are of a time when hardly any lists were given', async () => {
    const first = [edge('U', 'MemberOf', 'G', {}, 0), whole('G', { of: 'incoming', kind: 'MemberOf' })];
    await graph.loader.load(producingRecords([first]));
    await graph.test.database.query('VACUUM (ANALYZE) collected');
    await graph.loader.load(producingRecords(groups('Owns')));

    expect(await graph.loader.load(producingRecords(groups('MemberOf')))).toMatchObject({ edgesCreated: 20_000 });
  });
});
