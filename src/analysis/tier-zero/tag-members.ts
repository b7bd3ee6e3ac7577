import type { SqlRunner } from '../../database/database.js';
import type { TagMembers } from '../../graph/cypher/data/memory-query-graph.js';
import { membersSql } from './members-sql.js';
import { ownedId, tierZeroId } from './system-groups.js';

const allMembers = `SELECT g.id, g.name, g.tag, ARRAY(${membersSql('g')}) AS members FROM asset_group g ORDER BY g.id`;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
  readonly members: readonly number[];
}

/** The members of all tags, as queries name them. */
export async function readTagMembers(database: SqlRunner): Promise<TagMembers[]> {
  return (await database.prepared<Row>(allMembers)).map(queryTag);
}

/** As queries name a tag: `Tag_Tier_Zero`, `Tag_Owned`, and `Tag_Crown_Jewels` for "Crown Jewels". */
function queryTag({ id, name, tag, members }: Row): TagMembers {
  const isTierZero = id === tierZeroId;
  return {
    label: isTierZero ? 'Tag_Tier_Zero' : `Tag_${name.replaceAll(/\W+/g, '_')}`,
    systemTag: isTierZero || id === ownedId ? tag : null,
    isTierZero,
    members,
  };
}
