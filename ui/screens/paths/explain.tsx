import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/call.js';
import { linkTo, linkWith } from '../../base/address.js';
import { day } from '../../base/format.js';
import { KindPanels } from '../../base/kind-panels.js';
import { kindTexts } from '../../base/kind-texts.js';
import { objectPath } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { type Graph, type GraphEdge, graphOf } from '../../picture/graph.js';
import { PictureView } from '../../picture/picture-view.js';
import { edgeKey, nameOf } from '../../picture/shapes.js';
import { linkWithout } from '../../selection/ends.js';

interface ExplainProps {
  /** As in the address: `31,7,DCSync`. */
  readonly edge: string;
  /** Edges that the same line of the picture stands for. */
  readonly others: readonly GraphEdge[];
}

const mostOthers = 20;

/** What an edge means, why it is there, and what removes it. */
export function Explain({ edge, others }: ExplainProps) {
  const [source = '', target = '', ...rest] = edge.split(',');
  const kind = rest.join();
  const isEdge = source !== '' && target !== '' && kind !== '';
  const query = { source_node: source, target_node: target, edge_type: kind };
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [edge]);
  // The first edges of another kind, or between other nodes of the same boxes.
  const kinds = new Map(others.toReversed().map((it) => [it.kind, it]));
  const shown = [...kinds.values()].filter((it) => edgeKey(it) !== edge).slice(0, mostOthers);
  return (
    <aside class="explain" aria-labelledby="explain">
      <h2 id="explain" ref={heading} tabIndex={-1}>
        Explain edge
      </h2>
      <p>
        <a href={linkWith({ edge: '' })}>Close the explanation</a>
      </p>
      {!isEdge && <p>The address does not name an edge.</p>}
      <Ask of={isEdge ? call('GET /api/v2/graphs/edge-composition', { query }) : null}>
        {({ data }) => <Composition graph={graphOf(data)} explained={{ source, target, kind }} />}
      </Ask>
      <Description kind={kind} />
      {shown.length > 0 && <h3>Other edges of this line</h3>}
      <ul>
        {shown.map((it) => (
          <li key={it.kind}>
            <a href={linkWith({ edge: edgeKey(it) })}>Explain {it.kind}</a>
          </li>
        ))}
      </ul>
    </aside>
  );
}

interface CompositionProps {
  readonly graph: Graph;
  readonly explained: Pick<GraphEdge, 'source' | 'target' | 'kind'>;
}

function Composition({ graph, explained }: CompositionProps) {
  const { source, target, kind } = explained;
  const { sentenceOf } = kindTexts.value;
  const nodeOf = (id: string) => graph.nodes.find((node) => node.id === id || node.objectId === id);
  const [from, to] = [nodeOf(source), nodeOf(target)];
  if (!from || !to) return null;
  const stated = graph.edges.find((it) => it.source === from.id && it.target === to.id && it.kind === kind);
  const without = linkWithout({ exclude_edge: [[from.objectId, kind, to.objectId].join()] });
  return (
    <>
      <p>
        <a href={without}>Without this edge</a>{' '}
        <a href={linkTo('/plan', { cuts: [from.objectId, kind, to.objectId].join() })}>Fixes that cut it</a>
      </p>
      <p>
        <bdi>{nameOf(from)}</bdi> <strong>{sentenceOf(kind)}</strong> <bdi>{nameOf(to)}</bdi> ({kind}).{' '}
        {stated?.lastSeen
          ? `A source last stated the edge on ${day(stated.lastSeen)}.`
          : 'The analysis derived the edge.'}
      </p>
      <h3>Composition</h3>
      <PictureView
        graph={graph}
        ends={{ starts: [from.id], ends: [to.id] }}
        label="Composition"
        selected={{ node: null, edge: edgeKey(explained) }}
        links={{
          ofBox: ({ nodes: [node] }) => objectPath(node?.objectId ?? ''),
          ofLine: ({ edges: [edge] }) => linkWith({ edge: edge ? edgeKey(edge) : '' }),
        }}
      />
    </>
  );
}

function Description({ kind }: { readonly kind: string }) {
  const description = kindTexts.value.of(kind);
  if (!description) return <KindPanels kinds={[kind]} none="A file added this kind, and nothing describes it." />;
  const { meaning, rule, danger, remediation, detection, references } = description;
  const parts = {
    Meaning: meaning,
    'Why it is there': rule,
    Danger: danger,
    Remedy: remediation,
    Detection: detection,
  };
  return (
    <>
      {Object.entries(parts).map(([title, text]) => (
        <section key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
      <h3>References</h3>
      <ul>
        {references.map((address) => (
          <li key={address}>
            <a href={address} rel="noreferrer" target="_blank" children={address} />
          </li>
        ))}
      </ul>
    </>
  );
}
