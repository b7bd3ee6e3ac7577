import { oneRow, type SqlConnection } from '../../database/database.js';
import { cypher } from '../../graph/cypher/cypher-question.js';
import { CypherError } from '../../graph/cypher/cypher-error.js';
import type { TagMembers } from '../../graph/cypher/data/memory-query-graph.js';
import { faultText, preparedQuery, type QuerySurroundings, readSupplies } from '../../graph/answers/cypher-query.js';
import type { KnownKind } from '../../graph/store/kind-names.js';
import { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { readDays } from '../../graph/memory/read-days.js';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import { NodeSource } from '../../graph/questions/walks/expand.js';
import { readTagMembers } from './tag-members.js';

/** A selector whose query failed, and why. */
export interface FailedSelector {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
  readonly reason: string;
}

interface SelectorQueries {
  readonly id: number;
  readonly queries: readonly string[];
}

const names =
  'SELECT s.name, g.name AS tag FROM asset_group_selector s JOIN asset_group g ON g.id = s.asset_group_id WHERE s.id = $1';
const formerSeeds = `SELECT ARRAY(SELECT node_id FROM selected_node WHERE selector_id = $1 AND source = ${NodeSource.Seed}) AS nodes`;

/**
 * Runs the queries of selectors, each within the limits of all queries, on the graph with the derived edges and tags of the last analysis.
 * @returns the places of the nodes by selector; if a query of the selector fails, its nodes of the last analysis
 */
export async function runQueries(
  tx: SqlConnection,
  graph: MemoryGraph,
  kinds: readonly KnownKind[],
  selectors: readonly SelectorQueries[],
): Promise<{ found: ReadonlyMap<number, readonly number[]>; failed: readonly FailedSelector[] }> {
  const found = new Map<number, readonly number[]>();
  const failed: FailedSelector[] = [];
  let tags: Promise<readonly TagMembers[]> | undefined;
  const surroundings = { kinds, tagsOf: () => (tags ??= readTagMembers(tx)) };
  for (const { id, queries } of selectors) {
    if (queries.length === 0) continue;
    const nodes = new Set<number>();
    let reason: string | null = null;
    for (const text of queries) reason ??= await addNodes(tx, graph, text, surroundings, nodes);
    if (reason === null) found.set(id, graph.nodesOf([...nodes]));
    else {
      const selector = oneRow(await tx.query<Pick<FailedSelector, 'name' | 'tag'>>(names, [id]));
      failed.push({ id, ...selector, reason });
      found.set(id, graph.nodesOf(oneRow(await tx.query<{ nodes: number[] }>(formerSeeds, [id])).nodes));
    }
  }
  return { found, failed };
}

/** @param nodes to which the ids of all nodes of the answer are added @returns why the query failed, else null */
async function addNodes(
  tx: SqlConnection,
  graph: MemoryGraph,
  text: string,
  surroundings: QuerySurroundings,
  nodes: Set<number>,
): Promise<string | null> {
  try {
    const { args, keys, readsDays } = await preparedQuery(text, surroundings);
    const asked = readsDays ? new MemoryGraph({ ...graph.data, days: await readDays(tx, graph.data) }) : graph;
    const running = cypher(asked, args, uninterrupted);
    let step = running.next();
    while (!step.done) step = running.next(await readSupplies(tx, step.value, keys, graph.data.kindsVersion));
    const { ids, fault } = step.value;
    if (fault) return faultText(fault, text);
    for (const id of ids) nodes.add(id);
    return null;
  } catch (error) {
    if (error instanceof CypherError) return faultText(error, text);
    throw error;
  }
}
