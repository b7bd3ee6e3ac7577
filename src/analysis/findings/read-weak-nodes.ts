import type { SqlConnection } from '../../database/database.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { copyOut } from '../../graph/memory/copy-out.js';
import type { Graph } from '../../graph/memory/graph.js';
import { directMembers } from '../../graph/memory/direct-members.js';
import { findGroupsOfEndings } from '../../graph/store/groups-of-endings.js';
import type { WeakNodes } from './find-findings.js';
import { conditionInSql } from '../../graph/conditions/written-condition.js';
import { groupsName, readConditionText } from '../../graph/conditions/condition-text.js';
import { listFindingTypes } from './finding-types.js';

const types = [...listFindingTypes].map(([name, type], index) => {
  const texts = type.where.map((text) => ({ text, condition: readConditionText(text) }));
  const isOfGroups = ({ condition }: (typeof texts)[number]) => condition?.names[0] === groupsName;
  return {
    name,
    type,
    bit: 1 << (index + 1),
    ofRow: texts.filter((it) => !isOfGroups(it)).map(({ text }) => conditionInSql(text)),
    ofGroups: texts.filter(isOfGroups).flatMap(({ condition }) => condition ?? []),
  };
});

/** The bit of accounts that are known to be disabled. The others stand for list findings. */
const disabled = 1;

const kinds = [...new Set([...types.flatMap(({ type }) => type.kinds), Kind.AZServicePrincipal])];

function bitsOf(kind: number): string {
  const conditions = types.flatMap(({ type, bit, ofRow }) =>
    type.kinds.includes(kind) ? [`CASE WHEN ${ofRow.join(' AND ')} THEN ${bit} ELSE 0 END`] : [],
  );
  return [`CASE WHEN props -> 'enabled' = 'false' THEN ${disabled} ELSE 0 END`, ...conditions].join(' | ');
}

/** All in one pass, because there are millions of nodes. OFFSET keeps PostgreSQL from computing the bits twice. */
const weakNodes = `
  SELECT id, bits FROM (
    SELECT id, CASE kind ${kinds.map((kind) => `WHEN ${kind} THEN ${bitsOf(kind)}`).join(' ')} END AS bits
    FROM node WHERE kind IN (${kinds.join(', ')}) OFFSET 0) n
  WHERE bits <> 0`;

export async function readWeakNodes(
  tx: SqlConnection,
  graph: Pick<Graph, 'size' | 'placeOf' | 'sources'>,
): Promise<WeakNodes> {
  const isDisabled = new Uint8Array(graph.size);
  const found = types.map(() => new Set<number>());
  await copyOut(tx.client, weakNodes, ({ bytes, at }) => {
    const node = graph.placeOf(bytes.readInt32BE(at[0]));
    if (node < 0) return;
    const bits = bytes.readInt32BE(at[1]);
    if ((bits & disabled) !== 0) isDisabled[node] = 1;
    for (const [index, { bit }] of types.entries()) if ((bits & bit) !== 0) found[index]?.add(node);
  });
  const groups = await findGroupsOfEndings(
    tx,
    types.flatMap(({ ofGroups }) => ofGroups.map(({ value }) => value)),
  );
  for (const [index, { ofGroups }] of types.entries())
    for (const { predicate, value } of ofGroups) {
      const members = directMembers(graph, groups.get(value) ?? []);
      for (const node of found[index]!) if (members.has(node) !== (predicate === 'eq')) found[index]!.delete(node);
    }
  return {
    isDisabled,
    lists: types.map(({ name, type }, index) => ({ name, type, nodes: [...(found[index] ?? [])] })),
  };
}
