import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../base/errors.js';
import { ChangesService } from '../graphs/changes.service.js';
import { ExposureService } from '../graphs/exposure.service.js';
import type { NewWayDto } from '../graphs/new-ways.dto.js';
import type { ChangesData, WayData, ZoneData } from './report-data.js';
import { tagText } from './report-texts.js';

const mostWays = 50;
const mostEnvironments = 100;

/** Asks the graph in memory for a report. Questions run in the threads of all questions, and take turns with them. */
@Injectable()
export class ReportQuestionsService {
  constructor(
    private readonly exposures: ExposureService,
    private readonly graphChanges: ChangesService,
  ) {}

  /** @throws InvalidInputError if there is no such tag */
  async zone(tag: string, asked: readonly string[]): Promise<ZoneData> {
    const { answer } = await this.exposures.ofTag(tag);
    const byId = new Map<string, { id: string; name: string; accounts: number; reaching: number }>();
    for (const { environment_id: id, domain, accounts, reaching } of answer.groups) {
      const key = id ?? '';
      if (asked.length > 0 && !asked.includes(key)) continue;
      const sum = byId.get(key) ?? { id: key, name: domain ?? 'no environment', accounts: 0, reaching: 0 };
      byId.set(key, { ...sum, accounts: sum.accounts + accounts, reaching: sum.reaching + reaching });
    }
    const environments = [...byId.values()].toSorted(
      (one, other) => other.reaching - one.reaching || (one.id < other.id ? -1 : 1),
    );
    const sum = (name: 'accounts' | 'reaching') => environments.reduce((total, it) => total + it[name], 0);
    return {
      tag: tagText(tag),
      accounts: sum('accounts'),
      reaching: sum('reaching'),
      environments: environments.slice(0, mostEnvironments),
    };
  }

  /** Since the first known graph, if the one of that time is not known. @throws InvalidInputError if none is known */
  changes(since: Date, asked: readonly string[]): Promise<ChangesData> {
    return this.changesSince(since.getTime(), asked).catch((error: unknown) => {
      const isUnknown = error instanceof InvalidInputError && error.faults[0]?.code === 'graph.changes_unknown';
      if (!isUnknown) throw error;
      return this.changesSince(undefined, asked);
    });
  }

  private async changesSince(since: number | undefined, asked: readonly string[]): Promise<ChangesData> {
    const period = { since, until: undefined };
    const environments = asked.length > 0 ? { environments: asked } : {};
    const between = await this.graphChanges.between(period);
    const { answer } = await this.graphChanges.newWays({ period, reach: 'held', ...environments }, 0, mostWays);
    const named = (nodes: typeof between.came) =>
      nodes
        .map(({ objectid, name }) => ({ id: objectid, name }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    return {
      since: between.since.toISOString(),
      until: between.until.toISOString(),
      ways: { count: answer.count, shown: answer.data.map(wayOf) },
      came: named(between.came),
      went: named(between.went),
      breaks: between.breaks.map(({ at, reason }) => ({ at: at.toISOString(), reason })),
    };
  }
}

function wayOf({ objectid, name, kind, way }: NewWayDto): WayData {
  const [first] = way;
  return {
    account: { id: objectid, name },
    kind,
    objects: [
      ...(first ? [{ id: first.source, name: first.source_name }] : []),
      ...way.map(({ target, target_name: its }) => ({ id: target, name: its })),
    ],
    edges: way.map((step) => step.kind),
  };
}
