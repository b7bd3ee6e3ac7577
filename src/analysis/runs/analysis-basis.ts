import { Injectable } from '@nestjs/common';
import { CoalescedWork } from '../../base/scope/coalesced-work.js';
import type { UnknownReach } from '../../base/scope/unknown-reach.js';
import { currentVisibility, type PassedRoles, runWithoutScope } from '../../base/scope/request-scope.js';
import { limitedNote, type Visibility } from '../../base/scope/visibility.js';
import { Database, oneRow } from '../../database/database.js';
import { foreignPrincipals } from '../../graph/lookups/foreign-principals.js';
import { firstChangeAfter } from '../../graph/store/change-log.js';
import { isCommittedAfter } from '../../graph/store/graph-version.js';
import { selectedSql } from '../tier-zero/members-sql.js';
import { hasFigures } from '../sights/sights.js';
import { readUnknownReach } from './unknown-reach.js';
import { tierZeroId } from '../tier-zero/system-groups.js';

const figuresMissing =
  'figures of what the account sees are not computed: the next run of the analysis adds findings, posture, data quality and history';

interface State {
  readonly analysedAt: Date | null;
  /** Null: the graph is as the last run left it. */
  readonly staleSince: Date | null;
  readonly hasTierZero: boolean;
}

type Basis = State & { readonly notes: readonly string[] };

/**
 * A run during which others wrote has not seen all of its version. A change that the log does not contain has the time of the request that
 * followed it.
 */
const state = `
  SELECT run.finished_at AS "analysedAt",
    CASE WHEN run.is_whole AND NOT ${isCommittedAfter('run.graph_version')} THEN NULL ELSE coalesce(
      ${firstChangeAfter('run.graph_version')},
      (SELECT min(requested_at) FROM analysis_run WHERE finished_at IS NULL OR finished_at > run.finished_at),
      run.finished_at) END AS "staleSince",
    EXISTS (${selectedSql(`sel.asset_group_id = ${tierZeroId}`)}) AS "hasTierZero"
  FROM (SELECT) one LEFT JOIN LATERAL (
    SELECT finished_at, graph_version, summary ->> 'repeatableVersion' IS NOT NULL AS is_whole FROM analysis_run
    WHERE status = 'complete' ORDER BY finished_at DESC LIMIT 1) run ON true`;

/** Tells on which analysis an answer about the graph stands. */
@Injectable()
export class AnalysisBasis {
  /** A statement for each answer would cost a third of the throughput of short ones. */
  private readonly reading = new CoalescedWork(() => runWithoutScope(() => this.readState()));

  constructor(private readonly database: Database) {}

  /** Reads what is committed by now. With notes for readers who would take an empty answer for an all-clear. */
  read(): Promise<Basis> {
    // Whether tier zero has members depends on what the caller sees.
    const visibility = currentVisibility();
    return visibility ? this.readFor(visibility) : this.reading.run();
  }

  /** @param passed ids of holders and roles that hold for a part of a tenant; null: all that there are */
  unknownReach(passed: PassedRoles | null): Promise<readonly UnknownReach[]> {
    return readUnknownReach(this.database, passed);
  }

  /** @param principals ids of service principals @returns how many belong to applications of other tenants */
  async countForeign(principals: readonly number[]): Promise<number> {
    return (await foreignPrincipals(this.database, principals)).size;
  }

  private async readFor(visibility: Visibility): Promise<Basis> {
    const [found, hasAny] = await Promise.all([this.readState(), hasFigures(this.database, null, [visibility])]);
    return { ...found, notes: [...found.notes, limitedNote, ...(hasAny ? [] : [figuresMissing])] };
  }

  private async readState(): Promise<Basis> {
    const found = oneRow(await this.database.prepared<State>(state));
    return { ...found, notes: notesOn(found) };
  }
}

function notesOn({ analysedAt, staleSince, hasTierZero }: State): string[] {
  if (!analysedAt)
    return [
      hasTierZero
        ? 'no analysis has run: derived edges and findings are missing'
        : 'tier zero has no members: no analysis has run',
    ];
  const time = analysedAt.toISOString();
  return [
    ...(hasTierZero ? [] : ['tier zero has no members: no selector finds a node']),
    ...(staleSince ? [`the graph changed after the analysis of ${time}: what it derived may be out of date`] : []),
  ];
}
