import type { SqlRunner } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { type EdgeCounts, ownedEdgeKey, partsOf } from '../store/united-edges.js';
import { PRIMARY_GROUP_LIST } from '../store/list-row.js';
import type { BatchLists, ChangedEdges } from './batch-lists.js';
import type { BatchNodes } from './batch-nodes.js';

/** Whether a list contains a membership before and after a batch. */
interface Held {
  readonly before: boolean;
  readonly after: boolean;
}

interface Membership {
  readonly member: number;
  readonly group: number;
}

/** A set of memberships. Keys of text for a million pairs would take longer than all else here. */
class Memberships {
  private readonly groups = new Map<number, Set<number>>();

  /** @returns whether it is new */
  add({ member, group }: Membership): boolean {
    let groups = this.groups.get(member);
    if (!groups) this.groups.set(member, (groups = new Set()));
    const before = groups.size;
    return groups.add(group).size > before;
  }

  has({ member, group }: Membership): boolean {
    return this.groups.get(member)?.has(group) === true;
  }
}

/** Which of these pairs of an owner and a peer the lists of a number contain. */
const storedPairs = `
  SELECT s.owner, s.peer FROM unnest($1::int[], $2::int[]) AS s(owner, peer)
  JOIN (SELECT DISTINCT owner, unnest(peers) AS peer FROM edge_list WHERE list = $3::smallint AND owner = ANY ($1::int[])) l
    USING (owner, peer)`;

/**
 * Corrects the counts of memberships that both the list of the group and the primary group of the member contain: such an edge counts
 * once, and remains while either list contains it. Only counts change here. To be called before the lists are written.
 */
export async function correctMembershipCounts(
  tx: SqlRunner,
  { memberships: edges, counts }: Pick<BatchLists, 'memberships' | 'counts'>,
  nodes: BatchNodes,
): Promise<void> {
  const inGroups: Membership[] = [];
  const inMembers: Membership[] = [];
  for (const [owner, changed] of edges) {
    for (const key of changedKeys(changed)) {
      const { peer, kind, isPrimaryGroup } = partsOf(key);
      if (isPrimaryGroup) inMembers.push({ member: owner, group: peer });
      else if (kind === Kind.MemberOf) inGroups.push({ member: peer, group: owner });
    }
  }
  // A node of this batch has no stored lists.
  const areOld = ({ member, group }: Membership) => !nodes.isNewId(member) && !nodes.isNewId(group);
  const storedInMembers = await storedIn(tx, 'member', inGroups.filter(areOld));
  const storedInGroups = await storedIn(tx, 'group', inMembers.filter(areOld));
  const twice = [
    ...inGroups.filter((it) => edges.has(it.member) || storedInMembers.has(it)),
    ...inMembers.filter((it) => edges.has(it.group) || storedInGroups.has(it)),
  ];
  const corrected = new Memberships();
  for (const it of twice) {
    if (!corrected.add(it)) continue;
    const { member, group } = it;
    const inGroup = held(edges.get(group), ownedEdgeKey(Kind.MemberOf, member, Kind.MemberOf), storedInGroups.has(it));
    const inMember = held(
      edges.get(member),
      ownedEdgeKey(PRIMARY_GROUP_LIST, group, Kind.MemberOf),
      storedInMembers.has(it),
    );
    correct(counts, inGroup, inMember);
  }
}

function correct(counts: EdgeCounts, group: Held, member: Held): void {
  const before = group.before || member.before;
  const after = group.after || member.after;
  counts.created +=
    Number(!before && after) - Number(!group.before && group.after) - Number(!member.before && member.after);
  counts.removed +=
    Number(before && !after) - Number(group.before && !group.after) - Number(member.before && !member.after);
  // Whether the group is the primary one of the member is a property of the edge.
  counts.changed += Number(before && after && member.before !== member.after);
}

/** @returns the memberships that the lists of their members, or of their groups, contain */
async function storedIn(tx: SqlRunner, owner: keyof Membership, wanted: readonly Membership[]): Promise<Memberships> {
  const found = new Memberships();
  if (wanted.length === 0) return found;
  const [list, peer] =
    owner === 'member' ? ([PRIMARY_GROUP_LIST, 'group'] as const) : ([Kind.MemberOf, 'member'] as const);
  const values = [wanted.map((it) => it[owner]), wanted.map((it) => it[peer]), list];
  for (const row of await tx.prepared<{ owner: number; peer: number }>(storedPairs, values))
    found.add(owner === 'member' ? { member: row.owner, group: row.peer } : { member: row.peer, group: row.owner });
  return found;
}

function held(changed: ChangedEdges | undefined, key: number, isStored: boolean): Held {
  return changed
    ? { before: changed.before.has(key), after: changed.after.has(key) }
    : { before: isStored, after: isStored };
}

function* changedKeys({ before, after }: ChangedEdges): Generator<number> {
  for (const key of after.keys()) if (!before.has(key)) yield key;
  for (const key of before.keys()) if (!after.has(key)) yield key;
}
