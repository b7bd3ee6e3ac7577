import type { Fault } from '../../base/errors.js';
import type { Condition } from '../../graph/conditions/condition.js';
import type { Excluded } from '../../graph/answers/graph-reader.js';
import type { KnownKind, KnownKinds } from '../../graph/store/kind-names.js';
import { isFollowed } from '../../graph/reach/container-states.js';
import type { View } from '../../graph/answers/path-reader.js';
import { conflict, invalid } from '../../http/input/parameters.js';
import { idsOf, unknownName } from '../../http/input/unknown-name.js';
import { referenceTo } from './references.js';
import type { AskedView } from './view.query.js';

/**
 * The kinds and edges that a view names.
 * @param known the kinds; null only if the view does not {@link needsKinds}
 * @param where conditions on nodes that it leaves out
 */
export function viewParts(
  asked: AskedView,
  known: KnownKinds | null,
  where: readonly Condition[],
  faults: Fault[],
): Omit<View, 'supply'> {
  const ofEdges = known?.kinds.filter(({ isOfEdges }) => isOfEdges) ?? [];
  return {
    kinds: known && followed(asked, ofEdges, faults),
    held: isHeld(asked),
    kindsVersion: known?.version,
    without: excluded(asked, ofEdges, where, faults),
  };
}

export function needsKinds({ kinds, onlyTraversable, excludedEdges, excludedWhere }: AskedView): boolean {
  return kinds.names !== null || onlyTraversable || excludedEdges.length + excludedWhere.length > 0;
}

/** Whether containers lead on as they are held: over the edges that give control. */
function isHeld({ kinds: { names, isExclusion }, onlyTraversable, reach }: AskedView): boolean {
  return reach === 'held' && onlyTraversable && (names === null || isExclusion);
}

/** @returns null for all kinds */
function followed(asked: AskedView, ofEdges: readonly KnownKind[], faults: Fault[]): readonly number[] | null {
  const { names, isExclusion } = asked.kinds;
  const { onlyTraversable } = asked;
  if (!names && !onlyTraversable) return null;
  const given = names && new Set(idsOf('relationship_kinds', 'kind', names, ofEdges, faults));
  const kinds = ofEdges.filter(
    (kind) => (!given || given.has(kind.id) !== isExclusion) && (!onlyTraversable || isFollowed(kind, isHeld(asked))),
  );
  if (kinds.length === 0 && faults.length === 0)
    faults.push(
      conflict(
        'relationship_kinds',
        `leaves no kind${onlyTraversable ? ' that is traversable; give other kinds, or only_traversable=false' : ''}`,
      ),
    );
  return kinds.map(({ id }) => id);
}

function excluded(
  { excludedNodes, excludedEdges }: AskedView,
  ofEdges: readonly KnownKind[],
  where: readonly Condition[],
  faults: Fault[],
): Excluded | undefined {
  if (excludedNodes.length + excludedEdges.length + where.length === 0) return undefined;
  return {
    where,
    nodes: excludedNodes.map((node) => referenceTo(node, 'query.exclude_node')),
    edges: edgesNamed('exclude_edge', excludedEdges, ofEdges, faults),
  };
}

/** Edges as `source,kind,target`. */
export function edgesNamed(
  parameter: string,
  texts: readonly string[],
  ofEdges: readonly KnownKind[],
  faults: Fault[],
): Excluded['edges'] {
  return texts.flatMap((text) => edgeOf(parameter, text, ofEdges, faults));
}

/** Object ids may have commas: the edge is split at the only part that is a kind. */
function edgeOf(parameter: string, text: string, ofEdges: readonly KnownKind[], faults: Fault[]): Excluded['edges'] {
  const context = `query.${parameter}`;
  const parts = text.split(',');
  const between = parts.slice(1, -1);
  const splits = between.flatMap((part, index) => {
    const kind = ofEdges.find(({ name }) => name === part);
    const [source, target] = [parts.slice(0, index + 1).join(), parts.slice(index + 2).join()];
    return kind && source !== '' && target !== '' ? [{ source, kind: kind.id, target }] : [];
  });
  const [only, ...others] = splits;
  if (only && others.length === 0)
    return [
      { text, kind: only.kind, source: referenceTo(only.source, context), target: referenceTo(only.target, context) },
    ];
  const given = JSON.stringify(text);
  if (only)
    faults.push(
      invalid(
        parameter,
        `${given} has several kinds; name its nodes by the ids that the graph gives them, as in answers`,
      ),
    );
  else if (between.length === 1 && parts.every((part) => part !== ''))
    faults.push(
      unknownName(
        parameter,
        'kind of edges',
        between[0]!,
        ofEdges.map(({ name }) => name),
      ),
    );
  else
    faults.push(
      invalid(
        parameter,
        `${given} is no edge; it takes source,kind,target, such as S-1-5-21-1-1104,MemberOf,S-1-5-21-1-512`,
      ),
    );
  return [];
}
