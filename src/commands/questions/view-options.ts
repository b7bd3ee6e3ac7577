import type { Command } from 'commander';
import { edgeByNames, nodeByName } from './node-by-name.js';
import { added } from './row-options.js';
import type { Query, ServiceClient } from './service-client.js';

/** The part of the graph that is asked. */
export interface ViewOptions {
  /** Kinds of edges to follow, separated by commas; absent: all. */
  readonly kinds?: string;
  /** Whether edges that give no control are followed too. Kinds that are named always are. */
  readonly allKinds?: true;
  /** Whether containers lead on over all stored edges. */
  readonly storedReach?: true;
  /** Names or object ids. */
  readonly excludeNode?: readonly string[];
  /** `source,kind,target`, the ends by their names or object ids. */
  readonly excludeEdge?: readonly string[];
  /** Conditions. */
  readonly excludeWhere?: readonly string[];
  readonly startWhere?: readonly string[];
  readonly endWhere?: readonly string[];
}

/** Adds the options that choose kinds of edges. */
export function withKindsOptions(command: Command): Command {
  return command
    .option('--kinds <names>', 'follow edges of these kinds alone, such as MemberOf,AdminTo')
    .option('--all-kinds', 'also follow edges that give no control, such as GetChanges')
    .option('--stored-reach', 'go from units and domains to all that they contain, however they are held');
}

/** Adds the options of a view, too. */
export function withViewOptions(command: Command): Command {
  return withKindsOptions(command)
    .option(
      '--start-where <condition>',
      'starts that meet this alone, such as edge:AdminTo:out:eq:0; may be repeated',
      added,
    )
    .option('--end-where <condition>', 'ends that meet this alone, such as under:OBJECT-ID; may be repeated', added)
    .option('--exclude-node <name>', 'ask as if this object were gone; may be repeated', added)
    .option('--exclude-edge <edge>', 'ask as if this edge were gone, as source,kind,target; may be repeated', added)
    .option(
      '--exclude-where <condition>',
      'ask as if all objects that meet this were gone, such as enabled:false; may be repeated',
      added,
    );
}

/** @throws Error if a node is not found */
export async function viewQuery(
  service: ServiceClient,
  { kinds, allKinds, storedReach, excludeNode = [], excludeEdge = [], ...conditions }: ViewOptions,
): Promise<Query> {
  const nodes: string[] = [];
  const edges: string[] = [];
  for (const name of excludeNode) nodes.push((await nodeByName(service, name)).objectid);
  for (const edge of excludeEdge) edges.push(await edgeByNames(service, edge));
  return {
    ...(kinds !== undefined && { relationship_kinds: `in:${kinds}` }),
    only_traversable: String(!allKinds && kinds === undefined),
    ...(storedReach && { reach: 'stored' }),
    exclude_node: nodes,
    exclude_edge: edges,
    exclude_where: conditions.excludeWhere,
    start_where: conditions.startWhere,
    end_where: conditions.endWhere,
  };
}
