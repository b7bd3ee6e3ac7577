import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { currentScope, currentVisibility } from '../../base/scope/request-scope.js';
import { TaskThread } from '../../base/threads/task-thread.js';
import { Database } from '../../database/database.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import type { AppliedFixes } from '../../graph/questions/plan/applied-plan.js';
import type { ExposureSubject } from '../derivation/exposed-after.js';
import { ruleSettings } from '../facts/rule-settings.js';
import type { PlanDerivationTask } from './derive-plan.js';

const program = new URL('./plan-thread-program.js', import.meta.url);

/** Edges of all graphs that are derived for one answer: some seconds of CPU. */
const mostEdges = 4_000_000;

/** Derives again with the fixes of plans applied, in a thread of its own. */
@Injectable()
export class PlanDerivation {
  constructor(
    private readonly database: Database,
    private readonly keeper: GraphKeeper,
    private readonly settings: Settings,
  ) {}

  /**
   * @param applied the fixes of some stages
   * @returns how many accounts reach the ends after each; null: nobody derived, because there are too many edges, or the graph in memory has
   * another version
   */
  async exposedAfter(
    version: number,
    subject: ExposureSubject,
    applied: readonly AppliedFixes[],
  ): Promise<number[] | null> {
    const graph = this.keeper.present;
    if (!graph || graph.version !== version || currentVisibility()) return null;
    if (applied.length * graph.base.out.peer.length > mostEdges) return null;
    return this.inThread({ graph, settings: ruleSettings(this.settings), subject, applied });
  }

  private async inThread(task: PlanDerivationTask): Promise<number[] | null> {
    const thread = new TaskThread<PlanDerivationTask, number[] | null>(program, { workerData: this.database.url });
    const signal = currentScope()?.signal;
    try {
      return await thread.run(task, signal && { signal });
    } finally {
      await thread.end();
    }
  }
}
