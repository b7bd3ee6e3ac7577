import { Injectable } from '@nestjs/common';
import { FindingTypeLookup } from '../../analysis/findings/finding-type-lookup.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { productVersion } from '../../base/config/product-version.js';
import { AppError, InvalidInputError } from '../../base/errors.js';
import { currentScope } from '../../base/scope/request-scope.js';
import { before, durationOf } from '../../http/input/duration.js';
import { parseList } from '../../http/list/parse-list.js';
import { domainList, environmentList, tenantList } from '../environments/environments.fields.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import { ReportQuestionsService } from './report-questions.service.js';
import type { ReportDefinition } from './report.js';
import type { FindingData, Known, QualityData, ReportData } from './report-data.js';
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

/** Collects all that a report says, with the eyes of the account whose scope it runs in. */
@Injectable()
export class ReportCollectorService {
  constructor(
    private readonly sources: ReportSourcesRepository,
    private readonly questions: ReportQuestionsService,
    private readonly environments: EnvironmentsService,
    private readonly runs: AnalysisRuns,
    private readonly findingTypes: FindingTypeLookup,
    private readonly capabilities: Capabilities,
  ) {}

  /** @throws AppError if a tag does not exist, or the graph can't be asked */
  async collect(name: string, { tags, environments, since }: ReportDefinition, now: Date): Promise<ReportData> {
    const begin = new Date(before(now, durationOf(since) ?? { months: 1, ms: 0 }));
    const zones = [];
    for (const tag of tags) zones.push(await this.questions.zone(tag, environments));
    const history = await this.sources.history(begin, environments);
    return {
      name,
      madeAt: now.toISOString(),
      madeBy: currentScope()?.caller?.name ?? '',
      version: productVersion(),
      graphVersion: await this.sources.version(),
      since: begin.toISOString(),
      environments,
      zones,
      history: history.map(({ at, ...point }) => ({ at: at.toISOString(), ...point })),
      plan: await known(() => this.questions.plan()),
      changes: await known(() => this.questions.changes(begin, environments)),
      findings: await this.findings(begin, environments, now),
      quality: await this.quality(environments),
      notes: [...new Set(currentScope()?.notes)].toSorted(),
    };
  }

  private async findings(
    since: Date,
    environments: readonly string[],
    now: Date,
  ): Promise<Known<readonly FindingData[]>> {
    if (!this.capabilities.has('findings')) return { known: false, reason: 'findings need the enterprise edition' };
    const types = await this.findingTypes.all();
    const effects = await this.sources.findings(since, environments, now);
    const value = effects.map(({ finding, ...it }) => {
      const type = types.get(finding);
      return { title: type?.title ?? finding, remedy: type?.remediation ?? '', ...it, severity: it.severity ?? '' };
    });
    return { known: true, value };
  }

  private async quality(asked: readonly string[]): Promise<QualityData[]> {
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

/** A section that can't be known is named, and the others are made. */
async function known<T>(ask: () => Promise<T>): Promise<Known<T>> {
  try {
    return { known: true, value: await ask() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [first] = error instanceof InvalidInputError ? error.faults : [];
    return { known: false, reason: first?.message ?? error.message };
  }
}
