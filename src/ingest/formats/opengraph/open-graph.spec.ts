import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../records/json-value.js';
import { converted } from '../../records/converted.fixture.js';
import { convertEdge } from './open-graph.js';
import { convertNode } from './open-graph.js';

const node = (record: JsonObject, sourceKind: string | null = 'ACME_Base') =>
  converted((fields, into) => convertNode(fields, into, sourceKind), record);
const edge = (record: JsonObject, sourceKind: string | null = 'ACME_Base') =>
  converted((fields, into) => convertEdge(fields, into, sourceKind), record);

describe('nodes of OpenGraph', () => {
  it('carry their kinds, the first leading, and the source kind', () => {
    expect(
      node({ id: 'a:1', kinds: ['ACME_Host', 'Computer'], properties: { name: 'host one', isServer: true } }),
    ).toEqual({
      nodes: [
        {
          objectid: 'a:1',
          kinds: ['ACME_Host', 'Computer', 'ACME_Base'],
          properties: { name: 'host one', isServer: true },
          described: true,
        },
      ],
      edges: [],
      faults: [],
    });
    expect(node({ id: 'a1', kinds: [] }, null).nodes[0]?.kinds).toEqual([]);
    expect(node({ id: 'a1', kinds: ['ACME_Base'], properties: null }).nodes[0]?.kinds).toEqual(['ACME_Base']);
  });

  it('keep their properties beside those that are not allowed', () => {
    const { nodes, faults } = node({
      id: 'a1',
      kinds: [],
      properties: { a: { b: 1 }, b: [1, 'x'], c: [{}], d: ['x', 'y'], e: null, f: [null], environmentid: 'e1', g: [] },
    });
    expect(nodes[0]?.properties).toEqual({ d: ['x', 'y'], environmentid: 'e1', g: [] });
    expect(faults).toEqual([
      'properties.a: is an object; expected a text, a number, true, false, null or a list of one of these types',
      'properties.b: is a list of several types; expected one type',
      'properties.c: is a list of objects, lists or nulls; expected texts, numbers, or true and false',
      'properties.f: is a list of objects, lists or nulls; expected texts, numbers, or true and false',
    ]);
  });

  it.each([7, true, ['a'], { first: 'a' }])('are named by their id if their name is no text: %j', (name) => {
    const { nodes, faults } = node({ id: 'a1', kinds: [], properties: { name, other: 1 } });
    expect(nodes[0]?.properties).toEqual({ other: 1 });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^properties\.name: (is an object; |expected a text; the name of the node is its id$)/);
  });

  it.each([
    [{ kinds: [] }, 'id: is missing or empty; the node is left out'],
    [{ id: 7, kinds: [] }, 'id: expected a text'],
    [{ id: 'a1' }, 'kinds: expected a list of at most 3 kinds; the node is left out'],
    [{ id: 'a1', kinds: ['a', 'b', 'c', 'd'] }, 'kinds: expected a list of at most 3 kinds; the node is left out'],
    [
      { id: 'a1', kinds: ['a', 'Tag_Tier'] },
      'kinds[1]: expected a text of 1 to 256 characters that is not Tag or Tag_...; the node is left out',
    ],
    [
      { id: 'a1', kinds: ['a', ''] },
      'kinds: expected a text of 1 to 256 characters that is not Tag or Tag_...; the node is left out',
    ],
    [
      { id: 'a1', kinds: [], properties: { objectid: 'b1' } },
      'properties.objectid: differs from id "a1"; the node is left out',
    ],
  ])('are left out where they can not be taken: %j', (record, fault) => {
    const { nodes, faults } = node(record);
    expect(nodes).toEqual([]);
    expect(faults).toContain(fault);
  });

  it('may repeat their id as a property, in any case', () => {
    expect(node({ id: 'a1', kinds: [], properties: { objectid: 'A1', x: 1 } }).nodes[0]?.properties).toEqual({ x: 1 });
  });
});

describe('edges of OpenGraph', () => {
  it('join nodes by id, name or properties', () => {
    expect(
      edge({ kind: 'ACME_Uses', start: { value: 'a1' }, end: { value: 'b1', match_by: 'id', kind: 'Group' } }).edges,
    ).toEqual(['a1!:ACME_Base -ACME_Uses-> b1!:Group+ACME_Base']);
    expect(
      edge({
        kind: 'ACME_Uses',
        start: { match_by: 'name', value: 'domain admins@birch.local', kind: 'Group' },
        end: {
          match_by: 'property',
          property_matchers: [
            { key: 'serial', operator: 'equals', value: 77 },
            { key: 'site', operator: 'equals', value: 'north' },
          ],
        },
        properties: { since: 1, traversable: true },
      }),
    ).toEqual({
      nodes: [],
      edges: [
        '?name=domain admins@birch.local:Group -ACME_Uses-> ?serial=77&site=north {"since":1,"traversable":true}',
      ],
      faults: [],
    });
  });

  const start = { value: 'a1' };

  it.each([
    [{ start, end: start }, 'kind: expected 1 to 256 letters, digits and _; the edge is left out'],
    [{ kind: 'A-B', start, end: start }, 'kind: expected 1 to 256 letters, digits and _; the edge is left out'],
    [{ kind: 'K', start }, 'end: expected an object that names a node; the edge is left out'],
    [{ kind: 'K', start, end: {} }, 'end.value: expected the id of a node; the edge is left out'],
    [{ kind: 'K', start, end: { match_by: 'name' } }, 'end.value: expected the name of a node; the edge is left out'],
    [
      { kind: 'K', start, end: { match_by: 'guess', value: 'x' } },
      'end.match_by: "guess" is not known; expected id, name or property; the edge is left out',
    ],
    [
      { kind: 'K', start, end: { match_by: 'property' } },
      'end.property_matchers: expected 1 to 100 matchers; the edge is left out',
    ],
    [
      { kind: 'K', start, end: { match_by: 'property', property_matchers: Array.from({ length: 101 }, () => ({})) } },
      'end.property_matchers: expected 1 to 100 matchers; the edge is left out',
    ],
    [
      { kind: 'K', start, end: { match_by: 'property', value: 'x', property_matchers: [{ key: 'a', value: 1 }] } },
      'end.value: is not allowed with match_by property; the edge is left out',
    ],
    [
      {
        kind: 'K',
        start,
        end: { match_by: 'property', property_matchers: [{ key: 'a', operator: 'like', value: 1 }] },
      },
      'end.property_matchers[0].key: expected a key, the operator equals, and a text, number, true or false; the edge is left out',
    ],
  ])('are left out where they can not be taken: %j', (record, fault) => {
    expect(edge(record)).toEqual({ nodes: [], edges: [], faults: [fault] });
  });
});
