import { Injectable } from '@nestjs/common';
import {
  readExposures,
  type Exposure,
  readRunFindings,
  type RunFinding,
} from '../../analysis/findings/run-findings.js';
import { type EndedRun, readEndedRun } from '../../analysis/runs/ended-run.js';
import { type NamedTag, readTag, type TagMember } from '../../analysis/tier-zero/members-of-tag.js';
import { Database, sqlIn, type SqlRunner } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { type AlertRule, type CollectionSource, isOfTierZero } from './alert-rule.js';
import { isBeyond } from './exposure-level.js';

export interface MemberChanges {
  readonly tag: string;
  readonly came: readonly TagMember[];
  readonly went: readonly TagMember[];
}

/** The tag of a rule. */
export interface RuleTag {
  readonly name: string;
  /** With the object ids of the members that the rule has seen. Absent: it is tier zero, whose figures each run stores. */
  readonly other?: NamedTag & { readonly seen: readonly string[] };
}

const readMembers = 'SELECT objectid, kind, name FROM alert_rule_member WHERE rule_id = $1 ORDER BY objectid';

const removeMembers = 'DELETE FROM alert_rule_member WHERE rule_id = $1 AND objectid = ANY ($2::text[])';

const addMembers = `
  INSERT INTO alert_rule_member (rule_id, objectid, kind, name)
  SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])`;

const readBegin = 'SELECT updated_at AS began FROM alert_rule WHERE id = $1';

const readLevels = 'SELECT environment, is_beyond AS "isBeyond" FROM alert_rule_level WHERE rule_id = $1';

const writeLevels = `
  INSERT INTO alert_rule_level (rule_id, environment, is_beyond) SELECT $1, * FROM unnest($2::text[], $3::boolean[])
  ON CONFLICT ON CONSTRAINT alert_rule_level_pkey DO UPDATE SET is_beyond = excluded.is_beyond`;

/** What rules have seen, and what they compare it with. All of it belongs to the transaction that makes the alerts. */
@Injectable()
export class RuleStateRepository {
  constructor(private readonly database: Database) {}

  endedRun(id: string): Promise<EndedRun | undefined> {
    return readEndedRun(this.database, id);
  }

  /** Forgets what a rule has seen, and begins with what is so now. */
  async begin(rule: AlertRule, on: Transaction): Promise<void> {
    const sql = sqlIn(on);
    await sql.query('DELETE FROM alert_rule_member WHERE rule_id = $1', [rule.id]);
    await sql.query('DELETE FROM alert_rule_level WHERE rule_id = $1', [rule.id]);
    const hasMembers = rule.occasion === 'tier_zero.changed' || (rule.occasion === 'way.new' && !isOfTierZero(rule));
    if (hasMembers) await this.changeMembers(rule, on);
    if (rule.occasion.startsWith('exposure.') && isOfTierZero(rule))
      await this.crossings(rule, await this.exposures(rule, null, on), on);
  }

  /** @returns undefined if the tag is gone */
  async findTag(rule: AlertRule): Promise<RuleTag | undefined> {
    if (rule.tag === null || isOfTierZero(rule)) return { name: 'tier zero' };
    const tag = await readTag(this.database, rule.tag);
    const seen = await this.database.query<TagMember>(readMembers, [rule.id]);
    return tag && { name: tag.name, other: { ...tag, seen: seen.map(({ objectid }) => objectid) } };
  }

  /** Compares the members of the tag of a rule with those that it has seen. @returns null if the tag is gone */
  async changeMembers(rule: AlertRule, on: Transaction): Promise<MemberChanges | null> {
    const sql = sqlIn(on);
    const tag = rule.tag === null ? undefined : await readTag(sql, rule.tag);
    if (!tag) return null;
    const seen = await sql.query<TagMember>(readMembers, [rule.id]);
    const [former, now] = [seen, tag.members].map((members) => new Set(members.map(({ objectid }) => objectid)));
    const came = tag.members.filter(({ objectid }) => !former!.has(objectid));
    const went = seen.filter(({ objectid }) => !now!.has(objectid));
    await sql.query(removeMembers, [rule.id, went.map(({ objectid }) => objectid)]);
    await addTo(sql, rule.id, came);
    const { kinds } = rule.condition;
    const isWatched = ({ kind }: TagMember) => !kinds || kinds.includes(kind);
    return { tag: tag.name, came: came.filter(isWatched), went: went.filter(isWatched) };
  }

  /** To tier zero, as a run found it. @param runId null: the last run that has some */
  exposures({ environment }: AlertRule, runId: string | null, on: Transaction): Promise<Exposure[]> {
    return readExposures(sqlIn(on), runId, environment);
  }

  /**
   * The environments whose exposure has crossed the bound of a rule. One that is new has crossed a bound that it is above. A rule
   * of another tag than tier zero begins with the first run.
   */
  async crossings(rule: AlertRule, exposures: readonly Exposure[], on: Transaction): Promise<Exposure[]> {
    const sql = sqlIn(on);
    const direction = rule.occasion === 'exposure.above' ? 'above' : 'below';
    const levels = await levelsOf(sql, rule.id);
    const isFirst = levels.size === 0 && !isOfTierZero(rule);
    const results = exposures.map((exposure) => {
      const was = levels.get(exposure.environment);
      const is = isBeyond(direction, exposure.share, rule.condition.percent ?? 0, was);
      return { exposure, is, hasCrossed: is && !isFirst && !(was ?? direction === 'below') };
    });
    const environments = results.map(({ exposure }) => exposure.environment);
    await sql.query(writeLevels, [rule.id, environments, results.map(({ is }) => is)]);
    return results.filter(({ hasCrossed }) => hasCrossed).map(({ exposure }) => exposure);
  }

  /** Those whose silence was too long neither at the evaluation before nor, if there was none, when the rule began. */
  async fallenSilent<T extends CollectionSource>(
    { id, condition: { hours = 0 } }: AlertRule,
    sources: readonly T[],
    now: Date,
    on: Transaction,
  ): Promise<T[]> {
    const sql = sqlIn(on);
    const [rule] = await sql.query<{ began: Date }>(readBegin, [id]);
    const levels = await levelsOf(sql, id);
    const isSilentAt = (time: Date, { seenUntil }: T) => time.getTime() - seenUntil.getTime() >= hours * 3_600_000;
    const ids = sources.map((it) => it.id);
    await sql.query(writeLevels, [id, ids, sources.map((it) => isSilentAt(now, it))]);
    return sources.filter((it) => isSilentAt(now, it) && !(levels.get(it.id) ?? isSilentAt(rule?.began ?? now, it)));
  }

  findings(
    { occasion, condition, environment }: AlertRule,
    runId: string,
    most: number,
    on: Transaction,
  ): Promise<{ readonly count: number; readonly findings: readonly RunFinding[] }> {
    const { types, least_severity: leastSeverity = 'low' } = condition;
    const returned = occasion === 'finding.returned';
    return readRunFindings(sqlIn(on), { runId, returned, types, leastSeverity, environment, most });
  }
}

async function levelsOf(sql: SqlRunner, ruleId: number): Promise<ReadonlyMap<string, boolean>> {
  const rows = await sql.query<{ environment: string; isBeyond: boolean }>(readLevels, [ruleId]);
  return new Map(rows.map((row) => [row.environment, row.isBeyond]));
}

async function addTo(sql: SqlRunner, ruleId: number, members: readonly TagMember[]): Promise<void> {
  if (members.length === 0) return;
  const columns = [
    members.map(({ objectid }) => objectid),
    members.map(({ kind }) => kind),
    members.map(({ name }) => name),
  ];
  await sql.query(addMembers, [ruleId, ...columns]);
}
