import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Settings } from '../base/config/settings.js';
import type { TaskArguments, TaskName } from './tasks.js';

export interface TaskContext {
  /** Fires if the process stops or loses the lock of its worker. Another process may then run the task at once. */
  readonly signal: AbortSignal;
}

/**
 * Runs one task. If it throws, the error is logged and the task runs again, after growing pauses. If its process dies,
 * another process runs it. So a handler must be repeatable, and must itself decide when to give up.
 */
export type TaskHandler<Name extends TaskName> = (args: TaskArguments[Name], context: TaskContext) => Promise<void>;

type TaskHandlers = { [Name in TaskName]?: TaskHandler<Name> };

/** Work that is repeated for as long as a process runs tasks. Rarely, two processes do it at once. */
export interface PeriodicWork {
  /**
   * Stored in the database, so that it outlives a version. After a work was renamed or removed, its task repeats every minute
   * and does nothing, because a newer version may know the name. Once all processes are updated, a migration may delete it:
   * `SELECT graphile_worker.remove_job('periodic:NAME')`.
   */
  readonly name: string;
  readonly everySeconds: number;
  /** @returns a time for the next run if it is to be sooner than usual */
  run(signal: AbortSignal): Promise<Date | null | void>;
}

/** Rows that are deleted some days after their end. */
export interface ExpiringRows {
  /** For the log, in the plural. */
  readonly name: string;
  /** Days that the rows are kept; 0 keeps them. */
  days(settings: Settings): number;
  /** Deletes one batch, small enough for one transaction. @returns the number of deleted rows; 0 if none is left */
  deleteSome(before: Date): Promise<number>;
}

/** Rows that the metrics count. */
export interface ReportedCounts {
  readonly name: string;
  readonly help: string;
  /** Label that gets the keys of the counts. */
  readonly label: string;
  /** Keys that are reported as 0 if nothing has them, because a missing series does not compare as 0. */
  readonly keys: readonly string[];
  count(): Promise<Readonly<Record<string, number>>>;
}

/** A message inside the process. */
export interface ProcessSignal<Args extends unknown[]> {
  readonly name: string;
  /** Never set; carries the type of the arguments. */
  readonly args?: Args;
}

export interface TaskOutcome {
  readonly name: TaskName;
  /** `aborted`: the task will run again. */
  readonly outcome: 'done' | 'failed' | 'aborted';
  readonly seconds: number;
}

/** Sent when a task of this process has ended. */
export const taskEnded: ProcessSignal<[TaskOutcome]> = { name: 'task.ended' };

/**
 * All background work of this process. Providers register their methods by the decorators below ({@link HandlesTask},
 * {@link Periodic}, {@link DeletesExpired}, {@link On}).
 */
@Injectable()
export class BackgroundWork {
  readonly handlers: Readonly<TaskHandlers> = {};
  readonly periodic: PeriodicWork[] = [];
  readonly expiring: ExpiringRows[] = [];
  readonly counts: ReportedCounts[] = [];
  private readonly listeners = new Map<string, ((...args: never) => unknown)[]>();

  handle<Name extends TaskName>(name: Name, handler: TaskHandler<Name>): void {
    Object.assign(this.handlers, { [name]: handler });
  }

  /** Runs the handler of a task, if there is one. */
  async run<Name extends TaskName>(name: Name, args: TaskArguments[Name], context: TaskContext): Promise<void> {
    await this.handlers[name]?.(args, context);
  }

  /** Listeners run one after another, in the transaction of the sender if the signal carries one. */
  on<Args extends unknown[]>({ name }: ProcessSignal<Args>, listener: (...args: Args) => unknown): void {
    const listeners = this.listeners.get(name) ?? [];
    this.listeners.set(name, [...listeners, listener]);
  }

  /** @throws the first error of a listener */
  async emit<Args extends unknown[]>({ name }: ProcessSignal<Args>, ...args: Args): Promise<void> {
    for (const listener of this.listeners.get(name) ?? []) await Reflect.apply(listener, undefined, args);
  }

  /** Registers the decorated methods of a provider. */
  register(provider: object): void {
    const prototype: object = Object.getPrototypeOf(provider);
    for (const name of new MetadataScanner().getAllMethodNames(prototype)) {
      const method: unknown = Reflect.get(prototype, name);
      if (typeof method === 'function') new Reflector().get(Registers, method)?.(this, provider);
    }
  }
}

/** Registers the decorated methods of all providers when the application starts. */
@Injectable()
export class BackgroundWorkDiscovery implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly work: BackgroundWork,
  ) {}

  onModuleInit(): void {
    const providers = this.discovery.getProviders().map((wrapper): unknown => wrapper.instance);
    for (const provider of new Set(providers)) {
      if (typeof provider === 'object' && provider !== null) this.work.register(provider);
    }
  }
}

type Registration = (work: BackgroundWork, provider: object) => void;

const Registers = Reflector.createDecorator<Registration>();

type WorkDecorator<Args extends unknown[], Result> = <Method extends (...args: Args) => Result>(
  target: object,
  key: string,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

function registers<Args extends unknown[], Result>(
  register: (work: BackgroundWork, run: (...args: Args) => Result) => void,
): WorkDecorator<Args, Result> {
  return (target, key, descriptor) => {
    const method = descriptor.value;
    const registration: Registration = (work, provider) => {
      if (method) register(work, (...args) => method.apply(provider, args));
    };
    Registers(registration)(target, key, descriptor);
  };
}

/** The method runs the tasks of this name. */
export function HandlesTask<Name extends TaskName>(
  name: Name,
): WorkDecorator<[TaskArguments[Name], TaskContext], Promise<void>> {
  return registers<[TaskArguments[Name], TaskContext], Promise<void>>((work, run) => work.handle(name, run));
}

/** The method is run again and again, in one of the processes that run tasks. */
export function Periodic(
  options: Omit<PeriodicWork, 'run'>,
): WorkDecorator<[AbortSignal], ReturnType<PeriodicWork['run']>> {
  return registers<[AbortSignal], ReturnType<PeriodicWork['run']>>((work, run) => {
    work.periodic.push({ ...options, run });
  });
}

/** The method deletes a batch of rows that are older than a time; the retention decides when ({@link ExpiringRows}). */
export function DeletesExpired(options: Omit<ExpiringRows, 'deleteSome'>): WorkDecorator<[Date], Promise<number>> {
  return registers<[Date], Promise<number>>((work, deleteSome) => {
    work.expiring.push({ ...options, deleteSome });
  });
}

/** The method counts rows for the metrics. */
export function ReportsCounts(
  options: Omit<ReportedCounts, 'count'>,
): WorkDecorator<[], ReturnType<ReportedCounts['count']>> {
  return registers<[], ReturnType<ReportedCounts['count']>>((work, count) => {
    work.counts.push({ ...options, count });
  });
}

/** The method is called when the signal is sent, in the process of the sender. */
export function On<Args extends unknown[]>(signal: ProcessSignal<Args>): WorkDecorator<Args, unknown> {
  return registers((work, run) => work.on(signal, run));
}
