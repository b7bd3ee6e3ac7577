import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import type { AuditDetails } from '../../auth/audit/audit-entry.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { Clock } from '../../base/clock.js';
import { fault, type Fault, InvalidInputError } from '../../base/errors.js';
import { idsOf, unknownName } from '../../http/input/unknown-name.js';
import { KindNames } from '../../graph/store/kind-names.js';
import { EnvironmentLookup } from '../../graph/lookups/environment-lookup.js';
import { GraphRemoval } from '../../graph/writer/removal/graph-removal.js';
import type { GraphCriteria } from '../../graph/writer/removal/selection.js';
import type { DeletionRequest } from './deletion-query.decorator.js';
import { type Deletion, toCriteriaRecord, toGraphDeletionDto } from './graph-deletion.dto.js';

/** Maximum number of environments that are compared to find the closest names. */
const maxEnvironments = 10_000;

/** Deletes parts of the graph at the request of an administrator. */
@Injectable()
export class GraphDeletionService {
  constructor(
    private readonly removal: GraphRemoval,
    private readonly kinds: KindNames,
    private readonly environments: EnvironmentLookup,
    private readonly runs: AnalysisRuns,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes the matching nodes and edges, requests an analysis and writes the audit log in one transaction. A preview only counts.
   * @param by name of the caller
   * @throws InvalidInputError for an unknown kind, source or environment, and for a future day
   */
  async delete(request: DeletionRequest, by: string): Promise<Deletion> {
    const { isDryRun } = request;
    if (isDryRun) {
      const removed = await this.removal.preview(await this.criteriaOf(request));
      return { ...removed, isDryRun, analysisRunId: null };
    }
    return this.remove(toCriteriaRecord(request), by, () => this.criteriaOf(request));
  }

  /**
   * Deletes, requests an analysis and writes the audit log in one transaction.
   * @param details the criteria, for the audit log
   * @param by name of the caller
   * @param criteriaOf its errors are written to the audit log too
   */
  remove(details: AuditDetails, by: string, criteriaOf: () => Promise<GraphCriteria>): Promise<Deletion> {
    return this.audit.audited({ action: 'graph.delete', resource: 'graph', details }, async (note) => {
      let analysisRunId: string | null = null;
      const removed = await this.removal.remove(await criteriaOf(), async (tx, done) => {
        if (done.versionAfter > done.versionBefore) analysisRunId = await this.runs.request(by, tx);
        const { dry_run: _, ...counts } = toGraphDeletionDto({ ...done, isDryRun: false, analysisRunId });
        await note(tx, counts);
      });
      return { ...removed, isDryRun: false, analysisRunId };
    });
  }

  private async criteriaOf({ all, source, kinds, environment, notSeenSince }: DeletionRequest): Promise<GraphCriteria> {
    if (all) return {};
    const { kinds: known, version } = await this.kinds.list();
    const faults: Fault[] = [];
    const sources = known.filter((kind) => kind.isSource);
    const criteria = {
      kindsVersion: version,
      ...(source !== undefined && { source: idsOf('source', 'source', [source], sources, faults)[0] ?? 0 }),
      ...(kinds.length > 0 && { kinds: idsOf('kind', 'kind', kinds, known, faults) }),
      ...(environment !== undefined && { environment: await this.environmentOf(environment, faults) }),
      ...(notSeenSince !== undefined && { notSeenSince }),
    };
    const today = this.clock.now().toISOString().slice(0, 10);
    if (notSeenSince !== undefined && notSeenSince > today)
      faults.push(
        fault('query.invalid_value', 'query.not_seen_since', `${notSeenSince} is still to come; it is ${today}`),
      );
    if (faults.length > 0) throw new InvalidInputError(faults);
    return criteria;
  }

  private async environmentOf(given: string, faults: Fault[]): Promise<string> {
    const id = await this.environments.idOf(given);
    if (id === null)
      faults.push(unknownName('environment', 'environment', given, await this.environments.list(maxEnvironments)));
    return id ?? given;
  }
}
