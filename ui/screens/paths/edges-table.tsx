import { linkWith } from '../../base/address.js';
import { counted, day } from '../../base/format.js';
import { ObjectLink } from '../../base/parts.js';
import { byEnds, byName, type Graph, type GraphEdge, type GraphNode, originOf } from '../../picture/graph.js';
import { edgeKey, nameOf } from '../../picture/shapes.js';
import { linkWithout } from '../../selection/ends.js';
import { type Column, Table } from '../../table/table.js';
import { fixedRows } from '../../table/use-rows.js';

interface Row {
  readonly edge: GraphEdge;
  readonly from: GraphNode;
  readonly to: GraphNode;
}

const columns: readonly Column<Row>[] = [
  { title: 'From', width: '2fr', cell: ({ from }) => nodeLink(from) },
  {
    title: 'Kind',
    width: '1fr',
    cell: ({ edge }) => (edge.kind === '' ? '' : <a href={linkWith({ edge: edgeKey(edge) })}>{edge.kind}</a>),
  },
  { title: 'To', width: '2fr', cell: ({ to }) => nodeLink(to) },
  { title: 'Last seen', isExtra: true, cell: ({ edge: { lastSeen } }) => (lastSeen === null ? '' : day(lastSeen)) },
  { title: 'Source', isExtra: true, cell: ({ edge }) => originOf(edge) },
];

function nodeLink(node: GraphNode) {
  if (node.objectId === '') return node.name;
  return <ObjectLink id={node.objectId} name={nameOf(node)} kind={node.kind} />;
}

/** A question leaves out at most as many. */
const MOST_EXCLUDED = 100;

interface EdgesTableProps {
  readonly graph: Graph;
  /** Shows only edges of these nodes; empty: all. */
  readonly selected: readonly GraphNode[];
}

/** The same content as the picture. */
export function EdgesTable({ graph, selected }: EdgesTableProps) {
  const nodeOf = new Map(graph.nodes.map((node) => [node.id, node]));
  const ids = new Set(selected.map(({ id }) => id));
  const rows = graph.edges
    .filter(({ source, target }) => ids.size === 0 || ids.has(source) || ids.has(target))
    .flatMap((edge): Row[] => {
      const [from, to] = [nodeOf.get(edge.source), nodeOf.get(edge.target)];
      return from && to ? [{ edge, from, to }] : [];
    })
    .toSorted((one, other) => byName(one.from, other.from) || byName(one.to, other.to) || byEnds(one.edge, other.edge));
  const title = ids.size > 0 ? `Edges of ${counted(ids.size, 'selected object')}` : 'All edges';
  return (
    <section aria-labelledby="edges">
      <h2 id="edges" tabIndex={-1}>
        {title}
      </h2>
      {ids.size > 0 && (
        <p>
          <a href={linkWith({ sel: '' })}>Show all edges</a>{' '}
          {ids.size <= MOST_EXCLUDED && selected.every(({ objectId }) => objectId !== '') && (
            <a href={linkWithout({ exclude_node: selected.map(({ objectId }) => objectId) })}>
              Exclude {ids.size === 1 ? 'it' : 'them'}
            </a>
          )}
        </p>
      )}
      <Table label={title} columns={columns} rows={fixedRows(rows)} />
    </section>
  );
}
