import { setTimeout as sleep } from 'node:timers/promises';
import { type Batch, collectedBatches, type CollectedData } from './collected-batches.js';
import { type CollectorAccess, CollectorCalls, type CollectorClient, type CollectorJob } from './collector-calls.js';

export interface CollectorPlan extends CollectedData {
  /** Seconds between two polls for a job, and between two heartbeats while a job runs. */
  readonly poll: number;
  /** Batches a second, at most. */
  readonly rate: number;
  /** Number of jobs after which it ends; Infinity for none. */
  readonly jobs: number;
  /** Number of batches after which it ends, without ending the job. */
  readonly dieAfter: number;
  /** Number of batches after which it makes no more calls, but keeps running. */
  readonly silentAfter: number;
  /** How often each batch is sent. */
  readonly repeat: number;
}

/** The result of one job. */
export interface SimulatedJob {
  readonly id: number;
  /** `lost`: the service ended the job. `left`: the collector ended first. */
  end: 'complete' | 'failed' | 'lost' | 'left';
  batches: number;
  records: number;
  /** Compressed, repetitions not counted. */
  bytes: number;
  garbage: number;
  refused: number;
}

export interface Simulation {
  readonly end: 'done' | 'died' | 'stopped';
  readonly client: CollectorClient | null;
  readonly jobs: readonly SimulatedJob[];
}

/** A collection client that sends data of the demo's generator. */
export class SimulatedCollector {
  private readonly calls: CollectorCalls;
  private readonly jobs: SimulatedJob[] = [];
  private client: CollectorClient | null = null;
  private sent = 0;
  private lastCallAt = 0;

  constructor(
    private readonly access: CollectorAccess,
    private readonly plan: CollectorPlan,
    private readonly note: (line: string) => void,
  ) {
    this.calls = new CollectorCalls(access, note);
  }

  /** Runs until its jobs are done, it dies or `signal` aborts it. @throws Error if the service refuses it or cannot be reached */
  async run(): Promise<Simulation> {
    try {
      return this.simulation(await this.work());
    } catch (error) {
      if (!this.access.signal.aborted) throw error;
      return this.simulation('stopped');
    }
  }

  private simulation(end: Simulation['end']): Simulation {
    return { end, client: this.client, jobs: this.jobs };
  }

  private async work(): Promise<'done' | 'died'> {
    const client = await this.calls.checkIn();
    this.client = client;
    this.note(`checked in as ${client.name} (${client.type})`);
    let job = await this.calls.current();
    if (job) this.note(`job ${job.id}: found running, sending it again from the start`);
    for (;;) {
      job ??= await this.take();
      if (!job) await this.pause(this.plan.poll * 1000);
      else if (!(await this.collect(client, job))) return 'died';
      if (this.jobs.length >= this.plan.jobs) return 'done';
      job = null;
    }
  }

  private async take(): Promise<CollectorJob | null> {
    const now = Date.now();
    for (const job of await this.calls.available()) {
      if (Date.parse(job.execution_time) > now) continue;
      if (await this.calls.start(job)) {
        this.note(`job ${job.id}: started`);
        return job;
      }
      this.note(`job ${job.id}: could not be started`);
    }
    return null;
  }

  /** @returns false if it dies */
  private async collect(client: CollectorClient, job: CollectorJob): Promise<boolean> {
    const done: SimulatedJob = { id: job.id, end: 'left', batches: 0, records: 0, bytes: 0, garbage: 0, refused: 0 };
    this.jobs.push(done);
    this.lastCallAt = Date.now();
    for (const batch of collectedBatches(client.type, job, this.plan)) {
      if (this.sent === this.plan.dieAfter) {
        this.note(`job ${job.id}: exiting after ${this.sent} batches, without ending the job`);
        return false;
      }
      if (this.sent === this.plan.silentAfter) {
        this.note(`job ${job.id}: silent after ${this.sent} batches`);
        await this.pause(Infinity);
      }
      if (!(await this.send(batch, done))) {
        done.end = 'lost';
        this.note(`job ${job.id}: the service accepts no more data for it`);
        return true;
      }
      await this.paceOf(job);
    }
    await this.finish(done);
    return true;
  }

  /** @returns false if the job no longer runs */
  private async send(batch: Batch, done: SimulatedJob): Promise<boolean> {
    for (let time = 0; time < this.plan.repeat; time++) {
      const outcome = await this.calls.send(batch.body);
      this.lastCallAt = Date.now();
      if (outcome === 'lost') return false;
      if (time > 0) continue;
      this.sent++;
      done.batches++;
      done.records += batch.records;
      done.bytes += batch.body.length;
      if (batch.isGarbage) done.garbage++;
      if (outcome === 'refused') done.refused++;
      const what = batch.isGarbage ? 'garbage' : `${batch.records} records`;
      const again = this.plan.repeat > 1 ? `, ${this.plan.repeat} times` : '';
      this.note(`job ${done.id}: batch ${done.batches}, ${what}${again}, ${outcome}`);
    }
    return true;
  }

  private async finish(done: SimulatedJob): Promise<void> {
    const outcome = done.refused > 0 && done.refused === done.batches ? 'failed' : 'complete';
    const message = done.refused > 0 ? `${done.refused} of ${done.batches} batches were refused` : 'collected';
    done.end = (await this.calls.end(outcome, message)) ? outcome : 'lost';
    this.note(`job ${done.id}: ended, ${done.end}: ${done.batches} batches, ${done.records} records`);
  }

  /** Waits until the next batch is due, and sends heartbeats meanwhile. */
  private async paceOf(job: CollectorJob): Promise<void> {
    const next = Date.now() + 1000 / this.plan.rate;
    for (;;) {
      const beat = this.lastCallAt + this.plan.poll * 1000;
      if (beat <= Date.now()) {
        await this.calls.current();
        this.lastCallAt = Date.now();
        this.note(`job ${job.id}: heartbeat`);
      }
      const left = next - Date.now();
      if (left <= 0) return;
      await this.pause(Math.max(1, Math.min(left, beat - Date.now())));
    }
  }

  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.access;
    if (milliseconds !== Infinity) return sleep(milliseconds, undefined, { signal });
    for (;;) await sleep(60_000, undefined, { signal });
  }
}
