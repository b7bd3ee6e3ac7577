import { Injectable } from '@nestjs/common';
import { currentVisibility } from '../../base/scope/request-scope.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { shownNodes } from '../../graph/answers/answer-nodes.js';
import { GraphReader, type Versioned } from '../../graph/answers/graph-reader.js';
import { KindNames } from '../../graph/store/kind-names.js';
import type { EdgeCounts } from '../../graph/questions/nodes/summary.js';
import { wireTime } from '../../http/openapi/wire.dto.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import type { SummaryDto } from './summary.dto.js';

/** Counts nodes, accounts and edges of the graph. */
@Injectable()
export class SummaryService {
  /** Only the count of all edges takes time. Of the whole graph. */
  private kept: EdgeCounts | null = null;

  constructor(
    private readonly graph: GraphReader,
    private readonly kinds: KindNames,
    private readonly assetGroups: AssetGroupsService,
    private readonly runs: AnalysisRuns,
  ) {}

  async summary(): Promise<Versioned<SummaryDto>> {
    const [tierZero, last] = await Promise.all([this.assetGroups.tierZeroIds(), this.runs.last()]);
    const args = () => ({ tierZero, known: currentVisibility() ? null : this.kept });
    const question = { name: 'summary', about: [], args } as const;
    const { version, kindsVersion, answer, nodes } = await this.graph.ask(question, shownNodes);
    if (!currentVisibility()) this.kept = answer.edgeCounts;
    const edges = [...answer.edgeCounts.byKind].toSorted(([, one], [, other]) => other - one);
    const nameOf = await this.kinds.of(
      [...answer.groups.map(({ kind }) => kind), ...edges.map(([kind]) => kind)],
      kindsVersion,
    );
    const names = new Map([...nodes.values()].map(({ objectid, name }) => [objectid, name]));
    const sumOf = (numberOf: (group: (typeof answer.groups)[number]) => number) =>
      answer.groups.reduce((sum, group) => sum + numberOf(group), 0);
    return {
      version,
      answer: {
        version,
        analysis: last?.finishedAt
          ? { id: last.id, status: last.status, finished_at: wireTime(last.finishedAt) }
          : null,
        nodes: sumOf((group) => group.nodes),
        edges: edges.reduce((sum, [, count]) => sum + count, 0),
        accounts: sumOf((group) => group.accounts),
        tier_zero: sumOf((group) => group.tierZero),
        groups: answer.groups.map(({ kind, environment, nodes: count, accounts: enabled, tierZero: members }) => ({
          kind: nameOf(kind),
          domain: environment && (names.get(environment) ?? environment),
          environment_id: environment,
          nodes: count,
          accounts: enabled,
          tier_zero: members,
        })),
        relationship_kinds: Object.fromEntries(edges.map(([kind, count]) => [nameOf(kind), count])),
      },
    };
  }
}
