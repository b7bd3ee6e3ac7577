import { TaskThread } from '../../base/threads/task-thread.js';
import type { GraphData } from '../memory/graph-data.js';
import { unpacked } from './packed-rows.js';
import type { AnswerTo, Arguments, QuestionName, Supplier } from './questions.js';

export interface QueryRequest {
  readonly id: number;
  /** The accounts that the graph is for: {@link GraphData.visibleTo}, or ''. */
  readonly visibleTo: string;
  /** The graph to ask; absent if it is the one of the last question for these accounts. */
  readonly data?: GraphData;
  /** Whether the graphs of former questions are released. */
  readonly isOnly?: boolean;
  readonly name: QuestionName;
  readonly args: never;
}

/** What the last question needed. */
export interface Supply {
  readonly supplies: never;
}

/** @param ms how long the thread worked, without its start and its messages */
export type TimedAnswer = { readonly ms: number } & ({ readonly answer: object } | { readonly needs: unknown });

interface Answered<Answer> {
  readonly answer: Answer;
  readonly ms: number;
}

/**
 * A quarter of V8's default: garbage of answers fills it whatever its size. The old generation has no limit of its own, because V8 ends the whole
 * process if a single large table exceeds one.
 */
const youngMib = 12;

/** Graphs of one thread: results are kept of each. */
const mostGraphs = 8;

const program = new URL('./query-thread-program.js', import.meta.url);

/** A thread that answers questions about a graph in shared memory, one at a time. */
export class QueryThread {
  /** The id of a question that is to be stopped. */
  private readonly stopped = new Int32Array(new SharedArrayBuffer(4));
  private readonly thread = new TaskThread<QueryRequest | Supply, TimedAnswer>(program, {
    workerData: this.stopped.buffer,
    resourceLimits: { maxYoungGenerationSizeMb: youngMib },
  });
  /** By the accounts that they are for: an account that sees a part does not drop what is kept of the whole graph. */
  private graphs = new Map<string, GraphData>();
  private lastId = 0;

  /** Version of the whole graph that the thread keeps in memory. */
  get baseVersion(): number {
    const [graph] = this.graphs.values();
    return graph?.base.version ?? 0;
  }

  ask<N extends QuestionName>(
    graph: GraphData,
    name: N,
    args: Arguments<N>,
    supply: Supplier<N>,
  ): Promise<Answered<AnswerTo<N>>>;
  async ask(
    graph: GraphData,
    name: QuestionName,
    args: never,
    supply: (needs: unknown) => Promise<never>,
  ): Promise<Answered<object>> {
    const id = ++this.lastId;
    const { visibleTo = '' } = graph;
    const isNew = this.graphs.get(visibleTo) !== graph || !this.thread.isStarted;
    const isOnly = isNew && !this.mayKeepWith(graph);
    if (isOnly) this.graphs = new Map();
    this.graphs.set(visibleTo, graph);
    let step = await this.thread.run({ id, name, args, visibleTo, ...(isNew && { data: graph, isOnly }) });
    let { ms } = step;
    while ('needs' in step) {
      step = await this.thread.run({ supplies: await supply(step.needs) });
      ms += step.ms;
    }
    return { answer: unpacked(step.answer), ms };
  }

  private mayKeepWith(graph: GraphData): boolean {
    const isOfSame = this.thread.isStarted && [...this.graphs.values()].every(({ base }) => base === graph.base);
    return isOfSame && (this.graphs.has(graph.visibleTo ?? '') || this.graphs.size < mostGraphs);
  }

  /** Stops the question that is being answered. */
  stop(): void {
    Atomics.store(this.stopped, 0, this.lastId);
  }

  end(): Promise<void> {
    return this.thread.end();
  }
}
