import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Database } from '../../database/database.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import { committedWrite } from '../../graph/store/graph-version.js';
import { AnswerState } from '../../http/conditional/answer-state.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';

/** Provides the state that answers from the graph follow from: the graph, its analysis, asset groups and their selectors. */
@Injectable()
export class AnswerStateRepository implements OnModuleInit {
  constructor(
    private readonly state: AnswerState,
    private readonly database: Database,
    private readonly graph: GraphKeeper,
    private readonly runs: AnalysisRuns,
    private readonly groups: AssetGroupsService,
  ) {}

  onModuleInit(): void {
    this.state.read = () => this.read();
  }

  /** Undefined while answers are from a former graph, and while an analysis changes what it derives. */
  private async read(): Promise<string | undefined> {
    const { version, written } = await committedWrite(this.database);
    // Reads a small change first. The answer itself says why there is no graph.
    const answering = await this.graph.at(version).then(
      (graph) => graph.version,
      () => -1,
    );
    const [run, groups] = await Promise.all([this.runs.lastId(), this.groups.state()]);
    return run === undefined || answering < version ? undefined : [version, written, run, groups].join(' ');
  }
}
