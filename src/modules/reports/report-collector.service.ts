import { Injectable } from '@nestjs/common';
import { FindingTypeLookup } from '../../analysis/findings/finding-type-lookup.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { productVersion } from '../../base/config/product-version.js';
import { AppError, InvalidInputError } from '../../base/errors.js';
import { currentScope } from '../../base/scope/request-scope.js';
import { before, durationOf } from '../../http/input/duration.js';
import type { ReportDefinition } from './report.js';
import { ReportOverviewService } from './report-overview.service.js';
import { ReportQualityService } from './report-quality.service.js';
import { ReportQuestionsService } from './report-questions.service.js';
import type { FindingData, Known, ReportData } from './report-data.js';
import { ReportSourcesRepository } from './report-sources.repository.js';

/** Collects all that a report says, with the eyes of the account whose scope it runs in. */
@Injectable()
export class ReportCollectorService {
  constructor(
    private readonly sources: ReportSourcesRepository,
    private readonly overview: ReportOverviewService,
    private readonly questions: ReportQuestionsService,
    private readonly qualities: ReportQualityService,
    private readonly findingTypes: FindingTypeLookup,
    private readonly capabilities: Capabilities,
  ) {}

  /** @throws AppError if a tag does not exist, or the graph can't be asked */
  async collect(name: string, definition: ReportDefinition, now: Date): Promise<ReportData> {
    const { tags, environments, since, sections } = definition;
    const begin = new Date(before(now, durationOf(since) ?? { months: 1, ms: 0 }));
    const zones = [];
    for (const tag of tags) zones.push(await this.questions.zone(tag, environments));
    const { plan, notes } = await this.overview.plan();
    return {
      name,
      madeAt: now.toISOString(),
      madeBy: currentScope()?.caller?.name ?? '',
      version: productVersion(),
      graphVersion: await this.sources.version(),
      since: begin.toISOString(),
      environments,
      sections,
      zones,
      history: await this.overview.history(tags, environments, begin),
      plan,
      changes: sections.includes('changes')
        ? await known(() => this.questions.changes(begin, environments))
        : { known: false, reason: 'it was not asked for' },
      findings: await this.findings(begin, environments, now),
      quality: await this.qualities.of(environments),
      notes: [...new Set([...(currentScope()?.notes ?? []), ...notes])].toSorted(),
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
