import { go, linkWith } from '../../base/address.js';
import { counted, number } from '../../base/format.js';
import { useKeys } from '../../base/keys.js';
import { KindIcon } from '../../base/kind-icon.js';
import { kindTexts } from '../../base/kind-texts.js';
import { ObjectLink, Section } from '../../base/parts.js';
import type { GraphNode } from '../../picture/graph.js';
import { edgeKey, nameOf } from '../../picture/shapes.js';
import { linkWithout } from '../../selection/ends.js';
import type { PathList } from './graph-paths.js';

const DAY_MS = 86_400_000;
/** Nodes that were seen later are not marked. */
const OLD_DAYS = 30;

/** One path as sentences. @param index from 0 */
export function Steps({ paths, index }: { readonly paths: PathList; readonly index: number }) {
  const { count } = paths;
  const { kinds, sentenceOf } = kindTexts.value;
  const open = (to: number) => to >= 0 && to < count && go(linkOf(to));
  useKeys(
    [
      { keys: '[', does: 'Former path', run: () => open(index - 1) },
      { keys: ']', does: 'Next path', run: () => open(index + 1) },
    ],
    [index, count],
  );
  const path = paths.at(index);
  if (!path) return null;
  // What differs from the former path, or from the second one if it is the first, is emphasized.
  const other = paths.at(index === 0 ? 1 : index - 1);
  const same = new Set(other && [other.start.id, ...other.steps.map(({ node }) => node.id)]);
  const isStrong = ({ id }: GraphNode) => other !== null && !same.has(id);
  return (
    <Section title="Steps">
      {count > 1 && (
        <nav class="row" aria-label="Steps">
          {index > 0 && <a href={linkOf(index - 1)}>Former path</a>}
          <span role="status">
            Path {number(index + 1)} of {number(count)}
          </span>
          {index + 1 < count && <a href={linkOf(index + 1)}>Next path</a>}
        </nav>
      )}
      {/* The sentences arrive with the texts of the kinds. */}
      <ol class="plain" aria-busy={kinds.length === 0}>
        <li>
          <NodeLine node={path.start} isStrong={isStrong(path.start)} />
        </li>
        {path.steps.map(({ edges, node }, at) => (
          <li key={node.id}>
            {edges.map((edge, alternative) => (
              <div key={edge.kind} class="step-edge">
                {alternative > 0 && 'or '}
                {sentenceOf(edge.kind)}{' '}
                {edge.kind !== '' && <a href={linkWith({ edge: edgeKey(edge) })}>Explain {edge.kind}</a>}
                {edge.reason !== undefined && <span class="muted"> by {edge.reason}</span>}
              </div>
            ))}
            <NodeLine node={node} isStrong={isStrong(node)} isPassed={at + 1 < path.steps.length} />
            {at + 1 === path.steps.length && node.denials > 0 && (
              <p>
                {counted(node.denials, 'unusual entry', 'unusual entries')} deny rights on it: the last step may fail.
              </p>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** @param index from 0 */
function linkOf(index: number): string {
  return linkWith({ path: String(index + 1) });
}

interface NodeLineProps {
  readonly node: GraphNode;
  readonly isStrong: boolean;
  /** Whether it is at neither end, so that the path can be asked for without it. */
  readonly isPassed?: boolean;
}

function NodeLine({ node, isStrong, isPassed = false }: NodeLineProps) {
  if (node.objectId === '') return <div class="step-node">{node.name}</div>;
  const link = <ObjectLink id={node.objectId} name={nameOf(node)} isWrapped />;
  const days = node.lastSeen === null ? 0 : Math.floor((Date.now() - Date.parse(node.lastSeen)) / DAY_MS);
  const without = linkWithout({ exclude_node: [node.objectId] });
  return (
    <div class="step-node">
      <KindIcon kind={node.kind} /> {isStrong ? <strong>{link}</strong> : link}{' '}
      {node.isTierZero && <span class="mark tier-zero">Tier zero</span>}{' '}
      {node.isOwned && <span class="mark owned">Owned</span>}{' '}
      {node.isDisabled && <span class="mark disabled">Disabled</span>}{' '}
      {days >= OLD_DAYS && <span class="mark">not seen for {counted(days, 'day')}</span>}{' '}
      {isPassed && <a class="muted" href={without} aria-label={`Exclude ${nameOf(node)}`} children="Exclude" />}
    </div>
  );
}
