import type { EdgeList, EdgeRecord, WholeListRecord } from '../records.js';
import type { RecordIdentity } from '../writer/known-records.js';

/** Edges and lists of a record that are written after the ends of its references have been looked up. */
export interface ReferringRecord {
  readonly edges: readonly EdgeRecord[];
  readonly lists: readonly WholeListRecord[];
  readonly identity: RecordIdentity;
  /** Object id of the node that the record describes. */
  readonly subject: string | null;
}

type EdgesAndLists = Pick<ReferringRecord, 'edges' | 'lists'>;

export function isReference({ source, target }: EdgeRecord): boolean {
  return 'match' in source || 'match' in target;
}

/** Separates the edges with references, and the whole lists that contain them with all of their edges, from the rest of a record. */
export function splitReferences({ edges, lists }: EdgesAndLists): {
  readonly now: EdgesAndLists;
  readonly later: EdgesAndLists;
} {
  const laterLists = lists.filter((list) => edges.some((edge) => isReference(edge) && contains(list, edge)));
  const isLater = (edge: EdgeRecord) => isReference(edge) || laterLists.some((list) => contains(list, edge));
  return {
    now: { edges: edges.filter((edge) => !isLater(edge)), lists: lists.filter((list) => !laterLists.includes(list)) },
    later: { edges: edges.filter(isLater), lists: laterLists },
  };
}

function contains({ objectid, list }: WholeListRecord, edge: EdgeRecord): boolean {
  const owner = startsAtOwner(list) ? edge.source : edge.target;
  return 'objectid' in owner && owner.objectid === objectid && isOfList(list, edge);
}

function startsAtOwner(list: EdgeList): boolean {
  return list.of === 'outgoing' || list.of === 'primary-group';
}

function isOfList(list: EdgeList, { kind, properties }: EdgeRecord): boolean {
  if (properties['isacl'] === true) return list.of === 'acl';
  if (properties['isprimarygroup'] === true) return list.of === 'primary-group';
  return 'kind' in list && list.kind === kind;
}
