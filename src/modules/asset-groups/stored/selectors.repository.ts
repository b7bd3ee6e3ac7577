import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../../analysis/runs/analysis-runs.js';
import type { AuditNote } from '../../../auth/audit/audit-entry.js';
import { ConflictError, InvalidInputError } from '../../../base/errors.js';
import { snakeCased } from '../../../base/values/letter-case.js';
import { Database, oneRow, type SqlRunner, type SqlValue } from '../../../database/database.js';
import { unlessTaken } from '../../../database/driver-errors.js';
import { objectToken } from '../../../database/sql/json-token.js';
import { assignmentsSql } from '../../../database/sql/row-sql.js';
import { NodeSource } from '../../../graph/questions/walks/expand.js';
import { findNodesOfIds, namedIds } from '../../../graph/store/nodes-of-ids.js';
import type { JsonText } from '../../../http/json-text.js';
import { jsonOf } from '../../../http/list/json-of.js';
import { listPage } from '../../../http/list/list-page.js';
import { environmentsValue } from '../../environments/asked-environments.js';
import { maxSelectors, type SelectorDraft } from '../shapes/asset-groups.request.dto.js';
import { changedBy } from './changed-by.js';
import { beginChange, replaceSelectors, type Selector, type SelectorChanges } from './selector-changes.repository.js';
import type { Seeds, TagSelectorChanges, TagSelectorDraft } from '../shapes/tags.request.dto.js';
import {
  oneTagSelector,
  tagSelectorList,
  type TagSelectorListRequest,
  tagSelectorShape,
} from '../shapes/tags.fields.js';

/** Most queries of the selectors of one tag, because each analysis runs them all. */
const maxQueries = 100;

/** Reads and writes the selectors of groups: as tags have them, and as asset groups show them, once for each seed. */
@Injectable()
export class SelectorsRepository {
  constructor(
    private readonly database: Database,
    private readonly runs: AnalysisRuns,
  ) {}

  /** As {@link namedIds}. */
  namedIds(ids: readonly string[], context: string): Promise<string[]> {
    return namedIds(this.database, ids, context);
  }

  /** Ids of the nodes that object ids name. @throws InvalidInputError if one is ambiguous */
  async nodesOf(objectIds: readonly string[]): Promise<number[]> {
    const named = await namedIds(this.database, objectIds, 'body.seeds');
    const nodes = await findNodesOfIds(this.database, named);
    return [...nodes.values()].flatMap((found) => found.map(({ id }) => id));
  }

  /**
   * Replaces the selectors of a group. A selector that is both in the old and in the new set keeps its id.
   * @param choose receives the present selectors and returns the new ones
   * @returns null if there is no such group
   * @throws ConflictError if a new selector has the name of a system selector
   */
  changeSelectors(
    id: number,
    choose: (present: readonly Selector[]) => readonly SelectorDraft[],
    note: AuditNote,
  ): Promise<SelectorChanges | null> {
    const changed = this.database.transaction(async (tx) => {
      if (!(await beginChange(tx, this.runs, id))) return null;
      const changes = await replaceSelectors(tx, id, choose);
      await note(tx, { added: changes.added.length, removed: changes.removed.length });
      return changes;
    });
    const message = 'a selector has the name of a system selector of the group; choose another';
    return unlessTaken(changed, () => ConflictError.at('resource.name_taken', 'body.selectors', message));
  }

  /** @param environments counts only members of these; of all if there are none */
  listPage(tagId: number, environments: readonly string[], request: TagSelectorListRequest): Promise<JsonText> {
    const { counts } = request.flags;
    return listPage(this.database, tagSelectorList, request, {
      from: '(SELECT * FROM asset_group_selector WHERE asset_group_id = $1) s',
      item: tagSelectorShape.tokenFor(counts ? { environments: '$2' } : {}),
      values: counts ? [tagId, environmentsValue(environments)] : [tagId],
    });
  }

  /** @param shape of `data`; null if the tag has no such selector */
  find(tagId: number, id: number, shape: 'selector' | 'named selector'): Promise<JsonText | null> {
    const data = (shape === 'selector' ? tagSelectorShape : oneTagSelector).tokenFor({});
    return jsonOf(
      this.database,
      `SELECT ${objectToken({ data })} AS json FROM asset_group_selector s WHERE s.asset_group_id = $1 AND s.id = $2`,
      [tagId, id],
    );
  }

  /**
   * @returns the id of the new selector; null if there is no such tag
   * @throws ConflictError if the name is taken; InvalidInputError if the tag would have too many seeds
   */
  insert(tagId: number, draft: TagSelectorDraft, note: AuditNote): Promise<number | null> {
    return this.changing(draft.name, async (tx) => {
      if (!(await beginChange(tx, this.runs, tagId, draft.queries.length > 0))) return null;
      const sql =
        'INSERT INTO asset_group_selector (asset_group_id, name, created_by) VALUES ($1, $2, $3) RETURNING id';
      const { id } = oneRow(await tx.query<{ id: number }>(sql, [tagId, draft.name, changedBy()]));
      await writeSelector(tx, tagId, id, draft);
      await note(tx, { id, seeds: draft.seeds.length + draft.queries.length });
      return id;
    });
  }

  /**
   * @returns false if the tag has no such selector
   * @throws ConflictError if it is a rule of the service and more than its switch changes, or if the name is taken; InvalidInputError if the tag would have too many seeds
   */
  update(tagId: number, id: number, changes: TagSelectorChanges, note: AuditNote): Promise<boolean> {
    return this.changing(changes.name, async (tx) => {
      const isChanging = await beginChange(tx, this.runs, tagId, changes.queries && changes.queries.length > 0);
      if (!isChanging || !(await requireChangeable(tx, tagId, id, changes))) return false;
      await writeSelector(tx, tagId, id, changes);
      await note(tx);
      return true;
    });
  }

  /**
   * @returns false if the tag has no such selector
   * @throws ConflictError for a rule of the service
   */
  delete(tagId: number, id: number, note: AuditNote): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await beginChange(tx, this.runs, tagId)) || !(await requireChangeable(tx, tagId, id, null))) return false;
      const sql = 'DELETE FROM asset_group_selector WHERE id = $1 RETURNING name';
      const [deleted] = await tx.query<{ name: string }>(sql, [id]);
      await note(tx, { name: deleted?.name });
      return true;
    });
  }

  private changing<T>(name: string | undefined, work: (tx: SqlRunner) => Promise<T>): Promise<T> {
    const changed = this.database.transaction(work);
    if (name === undefined) return changed;
    const message = `the tag has a selector with the name ${JSON.stringify(name)} already`;
    return unlessTaken(changed, () => ConflictError.at('resource.name_taken', 'body.name', message));
  }
}

/**
 * @param changes null to delete it
 * @returns false if the tag has no such selector
 * @throws ConflictError for a rule of the service, unless its switch alone changes and may
 */
async function requireChangeable(
  tx: SqlRunner,
  tagId: number,
  id: number,
  changes: TagSelectorChanges | null,
): Promise<boolean> {
  const [selector] = await tx.query<{ name: string; isRule: boolean; allowDisable: boolean }>(
    `SELECT name, system_selector AS "isRule", allow_disable AS "allowDisable" FROM asset_group_selector
     WHERE asset_group_id = $1 AND id = $2`,
    [tagId, id],
  );
  if (!selector?.isRule) return selector !== undefined;
  const { isDisabled, ...others } = changes ?? {};
  const change = changes === null ? 'be deleted' : Object.keys(others).length > 0 ? 'be changed' : 'be switched off';
  if (change === 'be switched off' && (selector.allowDisable || isDisabled !== true)) return true;
  const allowed = selector.allowDisable ? 'it can only be switched off and on' : 'it stays on as it is';
  const message = `the selector ${id} is the rule ${JSON.stringify(selector.name)} of the service; it can't ${change}: ${allowed}`;
  throw ConflictError.at('resource.protected', 'path.asset_group_tag_selector_id', message);
}

async function writeSelector(
  tx: SqlRunner,
  tagId: number,
  id: number,
  { seeds = [], queries, isDisabled, ...others }: TagSelectorChanges,
): Promise<void> {
  const by = changedBy();
  const values: SqlValue[] = [id];
  const assignments = [assignmentsSql(snakeCased({ ...others, updatedBy: by }), values), 'updated_at = now()'];
  if (isDisabled === true)
    assignments.push(
      'disabled_at = coalesce(disabled_at, now())',
      `disabled_by = coalesce(disabled_by, $${values.push(by)})`,
    );
  if (isDisabled === false) assignments.push('disabled_at = NULL', 'disabled_by = NULL');
  await tx.query(`UPDATE asset_group_selector SET ${assignments.join(', ')} WHERE id = $1`, values);
  if (queries) await writeSeeds(tx, tagId, id, { seeds, queries });
}

/** Replaces the seeds of a selector. What its queries find, it has as soon as the analysis has run them. */
async function writeSeeds(tx: SqlRunner, tagId: number, id: number, { seeds, queries }: Seeds): Promise<void> {
  await tx.query('DELETE FROM asset_group_seed WHERE selector_id = $1', [id]);
  const named = new Set(await namedIds(tx, seeds, 'body.seeds'));
  await tx.query('INSERT INTO asset_group_seed (selector_id, object_id) SELECT $1, unnest($2::text[])', [
    id,
    [...named],
  ]);
  await tx.query('UPDATE asset_group_selector SET queries = $2 WHERE id = $1', [id, queries.map(({ text }) => text)]);
  if (queries.length === 0)
    await tx.query(`DELETE FROM selected_node WHERE selector_id = $1 AND source = ${NodeSource.Seed}`, [id]);
  const sums = await tx.query<{ seeds: number; queries: number }>(
    `SELECT COALESCE(sum((SELECT count(*) FROM asset_group_seed seed WHERE seed.selector_id = s.id)), 0)::int AS seeds,
       COALESCE(sum(cardinality(s.queries)), 0)::int AS queries
     FROM asset_group_selector s WHERE s.asset_group_id = $1`,
    [tagId],
  );
  const sum = oneRow(sums);
  requireAtMost(maxSelectors, 'seeds', sum.seeds);
  requireAtMost(maxQueries, 'queries', sum.queries);
}

function requireAtMost(most: number, noun: string, count: number): void {
  if (count <= most) return;
  const message = `the selectors of the tag would have ${count} ${noun}; it takes at most ${most}`;
  throw InvalidInputError.at('body.invalid_value', 'body.seeds', message);
}
