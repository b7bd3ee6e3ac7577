import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { FairSlots } from '../../base/scope/fair-slots.js';
import { currentScope, currentVisibility } from '../../base/scope/request-scope.js';
import { inSpan } from '../../base/scope/tracing.js';
import type { GraphData } from '../memory/graph-data.js';
import { visibleGraph } from '../memory/visible-graph.js';
import { QueryThread } from './query-thread.js';
import { threadCount, threadsOfPrincipal } from './thread-counts.js';
import type { AnswerTo, Arguments, QuestionName, Supplier } from './questions.js';

const needsNothing = () => Promise.reject(new Error('the question needs something'));

/**
 * Answers questions in a few threads that share the graph, so that the event loop never waits for one. Principals take turns. A question stops
 * when its request ends.
 */
@Injectable()
export class QueryThreads implements OnApplicationShutdown {
  private readonly threads = new Set<QueryThread>();
  private idle: QueryThread[] = [];
  private readonly slots = new FairSlots({ total: threadCount, perKey: threadsOfPrincipal });
  /** Version of the newest graph that was read as a whole. */
  private baseVersion: number | null = null;

  /**
   * Asks the part of the graph that the caller of the request sees: no question can forget it.
   * @param supply reads what the question needs
   * @throws the reason why the request ended
   */
  ask<N extends QuestionName>(
    whole: GraphData,
    name: N,
    args: Arguments<N>,
    supply: Supplier<N> = needsNothing,
  ): Promise<AnswerTo<N>> {
    const graph = visibleGraph(whole, currentVisibility());
    const attributes = { 'graphward.question.name': name, 'graphward.graph.version': graph.version };
    return inSpan({ name: `question ${name}`, attributes }, async (span) => {
      const { question, signal } = currentScope() ?? {};
      const asker = question?.asker ?? '';
      const asked = performance.now();
      await this.slots.take(asker, signal);
      const thread = this.freeThread();
      const began = performance.now();
      span?.setAttributes({ 'graphward.question.wait_ms': began - asked });
      let usedMs: number | undefined;
      try {
        const answered = await this.askThread(thread, graph, name, args, supply);
        usedMs = answered.ms;
        return answered.answer;
      } finally {
        const ms = usedMs ?? performance.now() - began;
        span?.setAttributes({ 'graphward.question.thread_ms': ms });
        if (question) question.usedMs += ms;
        this.release(thread);
        this.slots.give(asker);
      }
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Array.from(this.threads, (thread) => thread.end()));
  }

  private async askThread<N extends QuestionName>(
    thread: QueryThread,
    graph: GraphData,
    name: N,
    args: Arguments<N>,
    supply: Supplier<N>,
  ) {
    const signal = currentScope()?.signal;
    signal?.throwIfAborted();
    const stop = () => thread.stop();
    signal?.addEventListener('abort', stop);
    try {
      return await thread.ask(graph, name, args, supply);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** An idle thread, or a new one: there are as many as slots. */
  private freeThread(): QueryThread {
    const free = this.idle.pop();
    if (free) return free;
    const thread = new QueryThread();
    this.threads.add(thread);
    return thread;
  }

  /** Ends threads that keep a former graph in memory: idle ones now, others after their question. */
  releaseFormer({ base }: GraphData): void {
    this.baseVersion = base.version;
    const former = this.idle.filter((thread) => this.isFormer(thread));
    this.idle = this.idle.filter((thread) => !this.isFormer(thread));
    for (const thread of former) this.end(thread);
  }

  private release(thread: QueryThread): void {
    if (this.isFormer(thread)) this.end(thread);
    else this.idle.push(thread);
  }

  private isFormer({ baseVersion }: QueryThread): boolean {
    return this.baseVersion !== null && baseVersion !== this.baseVersion;
  }

  private end(thread: QueryThread): void {
    this.threads.delete(thread);
    void thread.end();
  }
}
