import { namesOf } from '../base/values/names-of.js';

interface TaskDescription {
  /** The arguments, all texts, with the attribute of each in spans. */
  readonly args: Readonly<Record<string, string>>;
  /** Files and deliveries have workers of their own, so that short tasks do not wait for them. */
  readonly lane: LaneName;
}

export type LaneName = 'files' | 'others' | 'deliveries';

/** Each task by its name. Names and arguments are stored in the database and outlive a version. */
export const tasks = {
  /** Reads one uploaded file. */
  'ingest-file': { args: { fileId: 'graphward.file.id' }, lane: 'files' },
  /** Runs the requested analysis. */
  analysis: { args: {}, lane: 'others' },
  /** Evaluates the alert rules for what has happened: the end of a run of the analysis or of an upload, or an entry of the audit log. */
  'evaluate-alerts': { args: { cause: 'graphward.alert.cause', id: 'graphward.alert.cause_id' }, lane: 'others' },
  /** Evaluates the alert rules for a job that failed or timed out. */
  'tell-failed-job': { args: { jobId: 'graphward.job.id' }, lane: 'others' },
  /** Finds out how much of the kept plans is made, after a run of the analysis. */
  'check-plans': { args: { runId: 'graphward.run.id' }, lane: 'others' },
  /** Sends what a rule has collected. */
  'send-digest': { args: { ruleId: 'graphward.alert.rule' }, lane: 'others' },
  /** Stores the overview of the last run of the analysis. */
  'store-overview': { args: {}, lane: 'others' },
  /** Stores the plan of the last run of the analysis. */
  'store-plan': { args: {}, lane: 'others' },
  /** Makes one document of a report. */
  'make-report': { args: { documentId: 'graphward.report.document' }, lane: 'others' },
  /** Sends one alert to one channel. */
  'deliver-alert': { args: { deliveryId: 'graphward.alert.delivery' }, lane: 'deliveries' },
  /** Runs one periodic work, by its name. */
  periodic: { args: { work: 'graphward.task.work' }, lane: 'others' },
} as const satisfies Record<string, TaskDescription>;

export type TaskName = keyof typeof tasks;

export type TaskArguments = {
  readonly [Name in TaskName]: { readonly [Arg in keyof (typeof tasks)[Name]['args']]: string };
};

export const taskNames = namesOf(tasks);

/** Returns the arguments of a stored task; null if they are invalid, because another version of the product may have written them. */
export function taskArguments<Name extends TaskName>(name: Name, stored: unknown): TaskArguments[Name] | null;
export function taskArguments(name: TaskName, stored: unknown): object | null {
  const given = membersOf(stored);
  const args = Object.keys(tasks[name].args).map((arg) => [arg, given[arg]] as const);
  return args.every(([, value]) => typeof value === 'string') ? Object.fromEntries(args) : null;
}

/** The attributes of the span of a stored task. */
export function spanAttributes(name: TaskName, stored: unknown): Readonly<Record<string, string>> {
  const given = membersOf(stored);
  const attributes: Record<string, string> = { 'graphward.task.name': name };
  for (const [arg, attribute] of Object.entries(tasks[name].args)) {
    const value = given[arg];
    if (typeof value === 'string') attributes[attribute] = value;
  }
  return attributes;
}

export function membersOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' ? { ...stored } : {};
}
