import { Kind } from '../../kinds/kind-catalogue.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import { isOfOpenGraph } from '../batch/known-records.js';
import type { StoredKinds } from '../batch/stored-kinds.js';
import type { KindLists } from './kind-lists.js';
import { isOfSeveralDomains, mergeNode, precedes } from './merge-node.js';
import { type MergedNode, type NodeContent, noProps } from './merged-node.js';

/** All domains of a forest describe its sites. */
const siteKinds: ReadonlySet<number> = new Set([Kind.Site, Kind.SiteServer, Kind.SiteSubnet]);

/**
 * Merges the statements of a batch into its nodes. To be called after the records are numbered.
 * @returns records whose properties of a node a later record may have replaced
 */
export function mergeNodes(
  batch: GraphBatch,
  nodes: readonly MergedNode[],
  kindOf: StoredKinds,
  lists: KindLists,
): Set<number> {
  const { objectids, records, mentions } = batch;
  const kindLists = batch.kindLists.map((names) => lists.of(names.map((name) => kindOf(batch.kinds.of(name)))));
  const replaced = new Set<number>();
  for (const { id, type, nodes: statements } of records)
    for (const { object, kinds, described, properties, erased } of statements) {
      const node = nodes[object]!;
      const former = node.record;
      const stated = { kinds: kindLists[kinds]!, described, props: properties };
      const taken = isOfOpenGraph(type) && node.isOfDirectory ? [] : erased;
      const isShared = siteKinds.has(lists.primary(stated.kinds)) || isOfSeveralDomains(objectids[object] ?? '');
      mergeStatement(node, stated, id, isShared, lists, taken);
      if (former !== null && former !== node.record) replaced.add(former);
    }
  for (let at = 0; at < mentions.object.length; at++) {
    const node = nodes[mentions.object.at(at)]!;
    node.content = mergeNode(lists, node.content, lists.bareNode(kindLists[mentions.kinds.at(at)]!, false));
  }
  return replaced;
}

function mergeStatement(
  node: MergedNode,
  stated: NodeContent,
  record: number | null,
  isOfSeveral: boolean,
  lists: KindLists,
  erased: readonly string[] | undefined,
): void {
  let { content } = node;
  if (content && isOfSeveral) {
    if (precedes(content, stated)) {
      node.content = mergeNode(lists, content, { ...stated, props: noProps });
      return;
    }
    if (precedes(stated, content)) content = { ...content, props: noProps };
  }
  if (givesProps(content, stated)) node.record = record;
  node.content = mergeNode(lists, content, stated, erased);
}

/** Whether a statement replaces the properties of a node, or may. */
function givesProps(content: NodeContent | null, { described, props }: NodeContent): boolean {
  return described || (content?.described !== true && Object.values(props).some((value) => (value ?? null) !== null));
}
