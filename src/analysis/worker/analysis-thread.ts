import { TaskThread } from '../../base/threads/task-thread.js';
import type { Database } from '../../database/database.js';
import type { AnalysisStage } from '../derivation/analysis-stage.js';
import type { AnalysedGraph, AnalysisTask } from './analyse-graph.js';

const program = new URL('./analysis-thread-program.js', import.meta.url);

/**
 * Runs `analyseGraph` in a thread of its own, so that requests are answered meanwhile. It ends when the signal fires.
 */
export async function analyseInThread(
  { url }: Database,
  task: AnalysisTask,
  onStage: (stage: AnalysisStage) => void,
  signal?: AbortSignal,
): Promise<AnalysedGraph> {
  const thread = new TaskThread<AnalysisTask, AnalysedGraph, AnalysisStage>(program, { workerData: url });
  try {
    return await thread.run(task, { onProgress: onStage, ...(signal && { signal }) });
  } finally {
    await thread.end();
  }
}
