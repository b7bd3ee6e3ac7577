import { describe, expect, it } from '@jest/globals';
import { Visibility } from '../../base/scope/visibility.js';
import { seenBy } from './visible-rows.js';

const one = new Visibility(['S-1'], false);
const isSeen = "(t.environment = ANY (ARRAY['S-1']::text[]))";
const nodes = `node AS NOT MATERIALIZED (SELECT t.* FROM public.node t WHERE ${isSeen})`;

describe('the text of a statement of a limited account', () => {
  it('is as it was without a table of the graph', () => {
    expect(seenBy(one, 'SELECT version FROM graph_state')).toBe('SELECT version FROM graph_state');
  });

  it('begins with the part of each table that it names', () => {
    expect(seenBy(one, 'SELECT * FROM node n')).toBe(`WITH ${nodes} SELECT * FROM node n`);
    expect(seenBy(one, 'SELECT FROM edge_list JOIN node n ON true')).toBe(
      'WITH edge_list AS NOT MATERIALIZED (SELECT t.* FROM public.edge_list t WHERE t.owner IN ' +
        `(SELECT n.id FROM node n WHERE ${isSeen.replace('t.', 'n.')})), ${nodes} SELECT FROM edge_list JOIN node n ON true`,
    );
  });

  it('goes on with its own common table expressions', () => {
    expect(seenBy(one, '\n  WITH mine AS (SELECT FROM node) SELECT FROM mine')).toBe(
      `\n  WITH ${nodes}, mine AS (SELECT FROM node) SELECT FROM mine`,
    );
  });

  it('has no row of tables that limited accounts may not read', () => {
    expect(seenBy(one, 'SELECT FROM upload')).toBe(
      'WITH upload AS NOT MATERIALIZED (SELECT t.* FROM public.upload t WHERE false) SELECT FROM upload',
    );
  });

  it('has the figures of its set of environments in place of those of the whole graph', () => {
    expect(one.digest).toMatch(/^[\w-]{22}$/);
    const text = seenBy(one, 'SELECT FROM posture_stat');
    expect(text).toContain('LATERAL jsonb_populate_record(NULL::public.posture_stat, t.row ||');
    expect(text).toContain(`WHERE t.sight = '${one.digest}' AND t.relation = 'posture_stat') SELECT FROM posture_stat`);
  });

  it('quotes ids, and names nodes without an environment', () => {
    const odd = new Visibility(["it's", 'a\\b'], true);
    expect(seenBy(odd, 'SELECT FROM node')).toContain(
      String.raw`(t.environment = ANY (ARRAY[E'a\\b', 'it''s']::text[]) OR t.environment IS NULL)`,
    );
  });

  it('is one statement', () => {
    expect(() => seenBy(one, 'SELECT FROM node; SELECT FROM node')).toThrow('one statement at a time');
    expect(() => seenBy(one, "SELECT 'a; b' FROM node;")).not.toThrow();
  });
});
