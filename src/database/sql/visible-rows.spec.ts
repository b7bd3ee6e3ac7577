import { describe, expect, it } from '@jest/globals';
import { Visibility } from '../../base/scope/visibility.js';
import { seenBy } from './visible-rows.js';

const one = new Visibility(['S-1'], false);
const isSeen = '(t.environment = ANY ((SELECT $1::text[])::text[]))';
const nodes = `node AS NOT MATERIALIZED (SELECT t.* FROM public.node t WHERE ${isSeen})`;

describe('the text of a statement of a limited account', () => {
  it('is as it was without a table of the graph', () => {
    const text = 'SELECT version FROM graph_state';
    expect(seenBy(one, text, 0)).toEqual({ text, values: [] });
  });

  it('begins with the part of each table that it names', () => {
    const text = `WITH ${nodes} SELECT * FROM node n`;
    expect(seenBy(one, 'SELECT * FROM node n', 0)).toEqual({ text, values: [['S-1']] });
    expect(seenBy(one, 'SELECT FROM edge_list JOIN node n ON true', 0).text).toBe(
      'WITH edge_list AS NOT MATERIALIZED (SELECT t.* FROM public.edge_list t WHERE t.owner IN ' +
        `(SELECT n.id FROM node n WHERE ${isSeen.replace('t.', 'n.')})), ${nodes} SELECT FROM edge_list JOIN node n ON true`,
    );
  });

  it('goes on with its own common table expressions', () => {
    expect(seenBy(one, '\n  WITH mine AS (SELECT FROM node) SELECT FROM mine', 0).text).toBe(
      `\n  WITH ${nodes}, mine AS (SELECT FROM node) SELECT FROM mine`,
    );
  });

  it('has no row of tables that limited accounts may not read', () => {
    const text = 'WITH upload AS NOT MATERIALIZED (SELECT t.* FROM public.upload t WHERE false) SELECT FROM upload';
    expect(seenBy(one, 'SELECT FROM upload', 0)).toEqual({ text, values: [] });
  });

  it('has the figures of its set of environments in place of those of the whole graph', () => {
    expect(one.digest).toMatch(/^[\w-]{22}$/);
    const { text, values } = seenBy(one, 'SELECT FROM posture_stat', 0);
    expect(values).toEqual([one.digest]);
    expect(text).toContain('LATERAL jsonb_populate_record(NULL::public.posture_stat, t.row ||');
    expect(text).toContain(`WHERE t.sight = $1::text AND t.relation = 'posture_stat') SELECT FROM posture_stat`);
  });

  it('has the values of the account after its own, and names nodes without an environment', () => {
    const odd = new Visibility(["it's", 'a\\b'], true);
    const { text, values } = seenBy(odd, 'SELECT FROM node, posture_stat WHERE name = $1', 1);
    expect(text).toContain('(t.environment = ANY ((SELECT $2::text[])::text[]) OR t.environment IS NULL)');
    expect(text).toContain('WHERE t.sight = $3::text');
    expect(values).toEqual([['a\\b', "it's"], odd.digest]);
  });

  it('is the same for all accounts', () => {
    const text = 'SELECT FROM node WHERE id = $1';
    expect(seenBy(new Visibility(['S-2', 'S-3'], false), text, 1).text).toBe(seenBy(one, text, 1).text);
  });

  it('is one statement', () => {
    expect(() => seenBy(one, 'SELECT FROM node; SELECT FROM node', 0)).toThrow('one statement at a time');
    expect(() => seenBy(one, "SELECT 'a; b' FROM node;", 0)).not.toThrow();
  });
});
