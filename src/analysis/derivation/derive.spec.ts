import { describe, expect, it } from '@jest/globals';
import { Kind, kindNames } from '../../graph/kinds/kind-catalogue.js';
import { deriveAll } from './derive.js';
import { edgeListsOf } from '../facts/edge-lists.js';
import { type StoredFacts, Trait } from '../facts/graph-facts.js';
import { noFacts, type PlainEdge, PlainGraph } from '../facts/plain-graph.fixture.js';

const nodes = {
  D: ['Domain', 'D'],
  U: ['User', 'D'],
  G: ['Group', 'D'],
  C: ['Computer', 'D'],
  L: ['ADLocalGroup', 'D'],
} as const;

const derivedFlag = 2;

/** The derived edges, as `source kind target`. */
function derive(links: readonly PlainEdge[], linked: readonly PlainEdge[] = [], maxEdges?: number) {
  const graph = new PlainGraph(nodes, links);
  const listsOf = (edges: readonly PlainEdge[]) =>
    edgeListsOf((emit) =>
      edges.forEach(([source, kind, target]) => emit(graph.id(source), Kind[kind], graph.id(target))),
    );
  const traits = new Uint32Array(graph.size);
  traits[graph.id('L')] = Trait.LocalAdministrators;
  const environment = { id: graph.id('D'), objectid: 'D', kind: Kind.Domain, isCollected: true };
  const stored: StoredFacts = {
    ...noFacts(graph.size),
    traits,
    environments: [environment],
    linked: listsOf(linked),
  };
  const stages: string[] = [];
  const onStage = (stage: string) => stages.push(stage);
  const derivation = deriveAll(graph, stored, { selectors: [], inheriting: new Set() }, onStage, maxEdges);
  const edges: string[] = [];
  derivation.edges.edges((source, kind, target) => {
    edges.push(`${graph.name(source)} ${kindNames.get(kind)} ${graph.name(target)}`);
  });
  const [row] = derivation.dataQuality;
  const relationships = row?.counts[Object.keys(row.type.nodes).length + row.type.others.indexOf('relationships')];
  return { edges, stages, relationships, skipped: derivation.skipped };
}

/** U can replicate if it is a member of G. */
const replication: readonly PlainEdge[] = [
  ['G', 'GetChanges', 'D'],
  ['U', 'GetChangesAll', 'D'],
];

describe('deriveAll', () => {
  it('follows memberships that are derived but not written yet', () => {
    const { edges, stages } = derive(replication, [['U', 'MemberOf', 'G']]);
    expect(edges).toEqual(expect.arrayContaining(['U MemberOf G', 'U DCSync D']));
    expect(stages).toEqual(['memberships', 'rights', 'tier zero']);
  });

  it('does not follow a membership that was derived before and is not any more', () => {
    const membership: PlainEdge = ['U', 'MemberOf', 'G', derivedFlag];
    expect(derive([...replication, membership]).edges).toEqual([]);
    expect(derive([...replication, membership], [membership]).edges).toContain('U DCSync D');
  });

  it('follows a membership that a source states, whether it is derived or not', () => {
    const membership: PlainEdge = ['U', 'MemberOf', 'G', 1 | derivedFlag];
    expect(derive([...replication, membership]).edges).toContain('U DCSync D');
  });

  it('counts each edge once that sources state, and that are derived now', () => {
    const links: readonly PlainEdge[] = [
      ['L', 'LocalToComputer', 'C'],
      ['U', 'MemberOfLocalGroup', 'L'],
      ['U', 'AdminTo', 'C', 64 | derivedFlag],
      ['G', 'AdminTo', 'C', derivedFlag],
    ];
    const { edges, relationships } = derive(links);
    expect(edges).toEqual(['U AdminTo C']);
    expect(relationships).toBe(3);
  });

  it('ends a rule at the limit of edges, reports its kinds, and goes on with the next rule', () => {
    const members: readonly PlainEdge[] = [
      ['L', 'LocalToComputer', 'C'],
      ['U', 'MemberOfLocalGroup', 'L'],
      ['G', 'MemberOfLocalGroup', 'L'],
    ];
    const links = [...members, ...replication, ['U', 'MemberOf', 'G'] as const];
    expect(derive(links, [], 2)).toMatchObject({ edges: ['U DCSync D', 'U AdminTo C', 'G AdminTo C'], skipped: [] });
    expect(derive(links, [], 1)).toMatchObject({
      edges: ['U DCSync D', 'U AdminTo C'],
      skipped: ['AdminTo', 'CanPSRemote', 'CanRDP', 'ExecuteDCOM'].map((kind) => ({
        kind,
        property: 'limit',
        objects: 1,
      })),
    });
  });
});
