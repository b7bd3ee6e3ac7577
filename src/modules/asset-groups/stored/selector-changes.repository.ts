import type { AnalysisRuns } from '../../../analysis/runs/analysis-runs.js';
import { InvalidInputError } from '../../../base/errors.js';
import type { SqlRunner } from '../../../database/database.js';
import { currentVersion } from '../../../graph/store/graph-version.js';
import { maxSelectors, type SelectorDraft, type SelectorEdit } from '../shapes/asset-groups.request.dto.js';
import { selectorShape } from '../shapes/asset-groups.fields.js';
import { callerName, changedBy } from './changed-by.js';
import { ownedId } from '../../../analysis/tier-zero/system-groups.js';

/** A stored selector. */
export interface Selector extends SelectorDraft {
  readonly id: number;
  /** In the form of AssetGroupSelectorDto. */
  readonly json: string;
}

/** The result of a change of selectors. */
export interface SelectorChanges {
  readonly added: readonly Selector[];
  readonly removed: readonly Selector[];
}

/**
 * Locks a group, so that changes of its selectors run one after the other, and raises the versions of the groups whose members depend on
 * them: the group itself and later tiers. Requests the analysis that expands the selectors and runs their queries.
 * @returns false if there is no such group
 */
export async function beginChange(
  tx: SqlRunner,
  runs: AnalysisRuns,
  groupId: number,
  hasQueries = false,
): Promise<boolean> {
  const changed = await tx.query<{ id: number }>(
    `UPDATE asset_group SET selectors_version = selectors_version + 1,
       updated_at = CASE id WHEN $1 THEN now() ELSE updated_at END, updated_by = CASE id WHEN $1 THEN $2 ELSE updated_by END
     WHERE id IN (SELECT g.id FROM asset_group g JOIN asset_group changed ON changed.id = $1
       WHERE g.id = $1 OR g.position > changed.position ORDER BY g.id FOR UPDATE OF g) RETURNING id`,
    [groupId, changedBy()],
  );
  // The first load of a graph requests an analysis itself.
  if (changed.length > 0 && (groupId !== ownedId || hasQueries) && (await currentVersion(tx)) > 0)
    await runs.request(callerName(), tx);
  return changed.length > 0;
}

/**
 * Replaces the enabled selectors of a group, as an asset group shows them: once for each seed. One that is in the old and in the new set
 * keeps its id. A disabled selector gives way to a new one of its name. A rule that is sent as it is shown stays as it is.
 * @param choose receives the present selectors and returns the new ones
 */
export async function replaceSelectors(
  tx: SqlRunner,
  groupId: number,
  choose: (present: readonly Selector[]) => readonly SelectorDraft[],
): Promise<SelectorChanges> {
  const old = await tx.query<Selector>(
    `SELECT s.id, s.name, seed.object_id AS selector, ${selectorShape.token} AS json
     FROM asset_group_selector s JOIN asset_group_seed seed ON seed.selector_id = s.id
     WHERE s.asset_group_id = $1 AND s.disabled_at IS NULL ORDER BY s.id, seed.object_id`,
    [groupId],
  );
  const rules = await tx.query<SelectorDraft>(
    'SELECT name, description AS selector FROM asset_group_selector WHERE asset_group_id = $1 AND system_selector',
    [groupId],
  );
  const shown = new Set(rules.map(({ name, selector }) => keyOf({ name, selector: selector.toUpperCase() })));
  const selectors = choose(old).filter(
    ({ name, selector }) => !shown.has(keyOf({ name, selector: selector.toUpperCase() })),
  );
  const wanted = new Set(selectors.map(keyOf));
  const held = new Set(old.map(keyOf));
  const removed = old.filter((selector) => !wanted.has(keyOf(selector)));
  const fresh = selectors.filter((selector) => !held.has(keyOf(selector)));
  const ids = removed.map(({ id }) => id);
  await tx.query(
    `DELETE FROM asset_group_seed USING unnest($1::int[], $2::text[]) removed (selector_id, object_id)
     WHERE asset_group_seed.selector_id = removed.selector_id AND asset_group_seed.object_id = removed.object_id`,
    [ids, removed.map(({ selector }) => selector)],
  );
  await tx.query(
    `DELETE FROM asset_group_selector s WHERE s.asset_group_id = $1 AND CASE WHEN s.disabled_at IS NULL
       THEN s.id = ANY ($2::int[]) AND s.queries = '{}' AND NOT EXISTS (SELECT FROM asset_group_seed seed WHERE seed.selector_id = s.id)
       ELSE s.name = ANY ($3::text[]) AND NOT s.system_selector END`,
    [groupId, ids, fresh.map(({ name }) => name)],
  );
  return { added: await insertSelectors(tx, groupId, fresh), removed };
}

/** Inserts selectors with one seed each. The names are unique. */
export function insertSelectors(
  tx: SqlRunner,
  groupId: number,
  drafts: readonly SelectorDraft[],
): Promise<readonly Selector[]> {
  return tx.query<Selector>(
    `WITH draft AS (SELECT * FROM unnest($2::text[], $3::text[]) WITH ORDINALITY draft (name, object_id, place)),
       selector AS (INSERT INTO asset_group_selector (asset_group_id, name, created_by, updated_by)
         SELECT $1, name, $4, $4 FROM draft ORDER BY place RETURNING *),
       seed AS (INSERT INTO asset_group_seed (selector_id, object_id)
         SELECT selector.id, draft.object_id FROM selector JOIN draft USING (name))
     SELECT s.id, s.name, seed.object_id AS selector, ${selectorShape.token} AS json
     FROM selector s JOIN draft seed USING (name) ORDER BY place`,
    [groupId, drafts.map(({ name }) => name), drafts.map(({ selector }) => selector), changedBy()],
  );
}

function keyOf({ name, selector }: SelectorDraft): string {
  return JSON.stringify([name, selector]);
}

/**
 * The selectors of a group after an edit.
 * @throws InvalidInputError if there are too many
 */
export function edited(present: readonly SelectorDraft[], { add, remove }: SelectorEdit): readonly SelectorDraft[] {
  const objects = new Set([...remove, ...add.map(({ selector }) => selector)]);
  const names = new Set(add.map(({ name }) => name));
  const kept = present.filter(({ name, selector }) => !objects.has(selector) && !names.has(name));
  if (kept.length + add.length <= maxSelectors) return [...kept, ...add];
  throw InvalidInputError.at(
    'body.invalid_value',
    'body.add',
    `the group would have ${kept.length + add.length} selectors; it takes at most ${maxSelectors}`,
  );
}
