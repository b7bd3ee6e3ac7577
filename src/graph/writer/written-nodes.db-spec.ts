import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { described, edge, known } from '../graph-records.fixture.js';
import { WrittenGraph } from './written-graph.fixture.js';

describe('nodes that are written', () => {
  let graph: WrittenGraph;

  beforeAll(async () => {
    graph = await WrittenGraph.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  describe('properties', () => {
    it('keeps the newest value of each, within a payload and across payloads', async () => {
      await graph.load(
        described('U1', ['User'], { name: 'OLD', a: 1, b: 1 }),
        described('U1', ['User'], { b: 2, list: [1, 2] }),
      );
      const result = await graph.load(described('U1', ['User'], { name: 'NEW', list: [2] }));
      expect(result).toMatchObject({ nodesCreated: 0, nodesChanged: 1, version: 2 });
      expect(await graph.nodes()).toMatchObject([{ name: 'NEW', props: { name: 'NEW', a: 1, b: 2, list: [2] } }]);
    });

    it('lets a mere mention complete a description and never override it, in either order', async () => {
      const mention = { objectid: 'D', kinds: ['Domain'], properties: { name: 'OLD', trust: 1 }, described: false };
      const description = described('D', ['Domain'], { name: 'NEW' });
      const result = [{ name: 'NEW', props: { name: 'NEW', trust: 1 }, described: true }];
      for (const order of [
        [description, mention],
        [mention, description],
      ]) {
        await graph.test.database.query('DELETE FROM node');
        await graph.load(...order);
        expect(await graph.nodes()).toMatchObject(result);
        await graph.test.database.query('DELETE FROM node');
        for (const record of order) await graph.load(record);
        expect(await graph.nodes()).toMatchObject(result);
        expect(await graph.load(mention)).toMatchObject({ nodesChanged: 0 });
      }
    });

    it('never lets a null or the absence of a value erase one', async () => {
      await graph.load(described('U1', ['User'], { name: 'ANN', email: 'a@x' }));
      const nulled = JSON.parse('{"email":null,"name":"ANN"}');
      expect(await graph.load(described('U1', ['User'], nulled))).toMatchObject({ nodesChanged: 0 });
      expect(await graph.nodes()).toMatchObject([{ props: { name: 'ANN', email: 'a@x' } }]);
    });

    it('replaces what PostgreSQL cannot store', async () => {
      await graph.load(described('U1', ['User'], { name: 'A\0B', half: 'x\ud800y', text: '\\u0000 stays' }));
      expect(await graph.nodes()).toMatchObject([
        { name: 'A\ufffdB', props: { name: 'A\ufffdB', half: 'x\ufffdy', text: '\\u0000 stays' } },
      ]);
    });

    it('accepts names that are too long for an index', async () => {
      const name = Array.from({ length: 9000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20000))).join('');
      await graph.load(described('U1', ['User'], { name }));
      expect(await graph.nodes()).toMatchObject([{ name: name.slice(0, 500), props: { name } }]);
    });

    it('keeps the environment of a node up to date with its properties', async () => {
      await graph.load(described('U1', ['User'], { domainsid: 'S-1-5-21-1' }));
      await graph.load(described('U1', ['User'], { tenantid: 'aa-bb' }));
      expect(await graph.nodes()).toMatchObject([{ environment: 'AA-BB' }]);
    });
  });

  describe('kinds', () => {
    it('puts kinds of a description before kinds of a mention, in either order', async () => {
      const mention = edge(known('X', 'User', 'Base'), 'MemberOf', known('G', 'Group', 'Base'));
      const description = described('X', ['Group', 'Base']);
      await graph.load(mention);
      await graph.load(description);
      const mentionedFirst = await graph.nodes();
      await graph.clear();
      await graph.load(description);
      await graph.load(mention);
      expect(await graph.nodes()).toEqual(mentionedFirst);
      expect(mentionedFirst).toMatchObject([
        { objectid: 'G' },
        { objectid: 'X', kind: 'Group', kinds: ['Group', 'User', 'Base'] },
      ]);
    });

    it('shows the local group of a computer as a group if it is both', async () => {
      await graph.load(described('G', ['ADLocalGroup', 'Base']), described('L', ['ADLocalGroup', 'Base']));
      await graph.load(described('G', ['Group', 'Base'], { name: 'ADMINS' }));
      expect(await graph.nodes()).toMatchObject([
        { objectid: 'G', kind: 'Group', kinds: ['ADLocalGroup', 'Group', 'Base'] },
        { objectid: 'L', kind: 'ADLocalGroup' },
      ]);
    });

    it('adds kinds of a source, and shows a known kind before them', async () => {
      await graph.load(
        described('H', ['ACME_Host', 'ACME_Base']),
        described('C', ['ACME_Host', 'Computer', 'ACME_Base']),
      );
      expect(await graph.nodes()).toMatchObject([
        { objectid: 'C', kind: 'Computer', kinds: ['ACME_Host', 'Computer', 'ACME_Base'] },
        { objectid: 'H', kind: 'ACME_Host', kinds: ['ACME_Host', 'ACME_Base'] },
      ]);
    });

    it('shows a node without any kind as Unknown', async () => {
      await graph.load(described('N', []));
      expect(await graph.nodes()).toMatchObject([{ kind: 'Unknown', kinds: [] }]);
    });

    it('refuses more kinds than the tables can number', async () => {
      const { database } = graph.test;
      await database.query(`
        INSERT INTO kind (id, name) SELECT id, 'Filled' || id FROM generate_series(1000, 32000) id ON CONFLICT DO NOTHING`);
      await expect(graph.load(described('N', ['OneMore']))).rejects.toThrow(
        'this would make more kinds than the 32000 that the graph can hold',
      );
      await database.query("DELETE FROM kind WHERE name LIKE 'Filled%'");
      const many = Array.from({ length: 200_000 }, (_, index) => `Kind${index}`);
      await expect(graph.load(described('N', many))).rejects.toThrow('more kinds than the 32000');
    });
  });
});
