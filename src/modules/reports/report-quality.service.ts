import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { parseList } from '../../http/list/parse-list.js';
import { domainList, environmentList, tenantList } from '../environments/environments.fields.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import type { QualityData } from './report-data.js';
import { ReportSourcesRepository } from './report-sources.repository.js';

/** Rows of environments. */
interface EnvironmentRow {
  readonly domainsid?: string;
  readonly tenantid?: string;
  readonly environment_id?: string;
  readonly name: string;
  readonly last_seen: string;
  readonly collected?: boolean;
}

/** Reads how good the data of each environment are. */
@Injectable()
export class ReportQualityService {
  constructor(
    private readonly sources: ReportSourcesRepository,
    private readonly environments: EnvironmentsService,
    private readonly runs: AnalysisRuns,
  ) {}

  /** @param asked object ids; empty: all */
  async of(asked: readonly string[]): Promise<QualityData[]> {
    const pages = [
      await this.environments.listDomains(parseList([], domainList, [])),
      await this.environments.listTenants(parseList([], tenantList, [])),
      await this.environments.listOfExtensions(parseList([], environmentList, [])),
    ];
    const run = await this.runs.lastComplete();
    const shares = new Map((run ? await this.sources.completeness(run.id) : []).map((it) => [it.id, it]));
    const rows = pages.flatMap((page): EnvironmentRow[] => JSON.parse(page.text).data);
    return rows
      .map(({ domainsid, tenantid, environment_id: other, name, last_seen: lastSeen, collected = true }) => {
        const id = domainsid ?? tenantid ?? other ?? '';
        const { sessions = null, localGroups = null } = shares.get(id) ?? {};
        return { id, name, lastSeen: lastSeen.slice(0, 10), collected, sessions, localGroups };
      })
      .filter(({ id }) => asked.length === 0 || asked.includes(id));
  }
}
