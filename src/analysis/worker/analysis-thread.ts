import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AnalysedGraph, AnalysisTask } from '../analyse-graph.js';

const program = new URL('./analysis-thread-program.js', import.meta.url);

/** The data of a new thread. */
export interface AnalysisThreadData {
  readonly url: string;
  readonly task: AnalysisTask;
}

/** The messages of a thread. An error ends it. */
export type AnalysisMessage = { readonly stage: number } | { readonly analysed: AnalysedGraph };

/** False in tests, which run without a build: a thread needs compiled JavaScript. */
export function canHaveThreads(): boolean {
  return existsSync(fileURLToPath(program));
}

/** As {@link analyseGraph}, in a thread of its own, so that requests are answered meanwhile. It ends when the signal fires. */
export async function analyseInThread(
  workerData: AnalysisThreadData,
  onStage: (stage: number) => void,
  signal: AbortSignal,
): Promise<AnalysedGraph> {
  signal.throwIfAborted();
  const worker = new Worker(program, { workerData });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end);
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: AnalysisMessage) => {
        if ('stage' in message) onStage(message.stage);
        else resolve(message.analysed);
      });
      worker.once('error', reject);
      worker.once('exit', () => {
        const reason: unknown = signal.aborted ? signal.reason : new Error('the thread of the analysis ended');
        reject(reason instanceof Error ? reason : new Error(String(reason)));
      });
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
