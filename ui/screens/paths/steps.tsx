import { go, linkWith, useAddress } from '../../base/address.js';
import { counted, number } from '../../base/format.js';
import { useKeys } from '../../base/keys.js';
import { KindIcon } from '../../base/kind-icon.js';
import type { KindTexts } from '../../base/kind-texts.js';
import { ObjectLink } from '../../base/parts.js';
import type { GraphEdge, GraphNode } from '../../picture/graph.js';
import { edgeKey, nameOf } from '../../picture/shapes.js';
import { linkWithout } from '../../selection/ends.js';
import type { GraphPath, PathList } from './graph-paths.js';

interface StepsProps {
  readonly paths: PathList;
  /** From 0. */
  readonly index: number;
  readonly kindTexts: KindTexts;
}

const DAY_MS = 86_400_000;
/** Nodes that were seen later are not marked. */
const OLD_DAYS = 30;

/** One path as sentences. */
export function Steps({ paths, index, kindTexts }: StepsProps) {
  const { count } = paths;
  const path = paths.at(index);
  const open = (to: number) => to >= 0 && to < count && go(linkOf(to));
  useKeys(
    [
      { keys: '[', does: 'Former path', run: () => open(index - 1) },
      { keys: ']', does: 'Next path', run: () => open(index + 1) },
    ],
    [index, count],
  );
  if (!path) return null;
  // What differs from the former path, or from the second one if it is the first.
  const other = paths.at(index === 0 ? 1 : index - 1);
  return (
    <section class="steps" aria-labelledby="steps">
      <h2 id="steps">Steps</h2>
      {count > 1 && (
        <nav class="row" aria-label="Steps">
          {index > 0 && <a href={linkOf(index - 1)}>Former path</a>}
          <span role="status">
            Path {number(index + 1)} of {number(count)}
          </span>
          {index + 1 < count && <a href={linkOf(index + 1)}>Next path</a>}
        </nav>
      )}
      <StepList path={path} same={other && nodesOf(other)} kindTexts={kindTexts} />
    </section>
  );
}

/** @param index from 0 */
function linkOf(index: number): string {
  return linkWith({ path: String(index + 1) });
}

function nodesOf({ start, steps }: GraphPath): ReadonlySet<string> {
  return new Set([start.id, ...steps.map(({ node }) => node.id)]);
}

interface StepListProps {
  readonly path: GraphPath;
  /** Ids of the nodes of another path, which are not emphasized. */
  readonly same: ReadonlySet<string> | null;
  readonly kindTexts: KindTexts;
}

function StepList({ path: { start, steps }, same, kindTexts }: StepListProps) {
  const differs = ({ id }: GraphNode) => same !== null && !same.has(id);
  return (
    // The sentences arrive with the texts of the kinds.
    <ol class="plain" aria-busy={kindTexts.kinds.length === 0}>
      <li>
        <NodeLine node={start} isStrong={differs(start)} />
      </li>
      {steps.map(({ edges, node }, at) => (
        <li key={node.id}>
          {edges.map((edge, index) => (
            <EdgeLine key={edge.kind} edge={edge} isOther={index > 0} kindTexts={kindTexts} />
          ))}
          <NodeLine node={node} isStrong={differs(node)} isPassed={at + 1 < steps.length} />
        </li>
      ))}
    </ol>
  );
}

interface NodeLineProps {
  readonly node: GraphNode;
  readonly isStrong: boolean;
  /** Whether it is at neither end, so that the path can be asked for without it. */
  readonly isPassed?: boolean;
}

function NodeLine({ node, isStrong, isPassed = false }: NodeLineProps) {
  const { query } = useAddress();
  const link = <ObjectLink id={node.objectId} name={nameOf(node)} isWrapped />;
  const days = node.lastSeen === null ? 0 : Math.floor((Date.now() - Date.parse(node.lastSeen)) / DAY_MS);
  return (
    <div class="step-node">
      <KindIcon kind={node.kind} /> {isStrong ? <strong>{link}</strong> : link}{' '}
      {node.isTierZero && <span class="mark tier-zero">Tier zero</span>}{' '}
      {node.isOwned && <span class="mark owned">Owned</span>}{' '}
      {node.isDisabled && <span class="mark disabled">Disabled</span>}{' '}
      {days >= OLD_DAYS && <span class="mark">not seen for {counted(days, 'day')}</span>}{' '}
      {isPassed && (
        <a
          class="muted"
          href={linkWithout(query, { exclude_node: [node.objectId] })}
          aria-label={`Exclude ${nameOf(node)}`}
        >
          Exclude
        </a>
      )}
    </div>
  );
}

interface EdgeLineProps {
  readonly edge: GraphEdge;
  /** Whether it is an alternative to the edge before. */
  readonly isOther: boolean;
  readonly kindTexts: KindTexts;
}

function EdgeLine({ edge, isOther, kindTexts }: EdgeLineProps) {
  return (
    <div class="step-edge">
      {isOther && `or `}
      {kindTexts.sentenceOf(edge.kind)} <a href={linkWith({ edge: edgeKey(edge) })}>Explain {edge.kind}</a>
    </div>
  );
}
