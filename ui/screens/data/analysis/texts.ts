import type { AnalysisRunDto } from '../../../api/schema.js';
import { counted, moment, number } from '../../../base/format.js';

const states: Readonly<Record<AnalysisRunDto['status'], string>> = {
  waiting: 'Waits',
  running: 'Runs',
  complete: 'Complete',
  failed: 'Failed',
};

const seconds = (count: number) => `${number(Number(count.toPrecision(2)))} s`;

export const texts = {
  title: 'Analysis',
  note: 'A run derives rights, tier zero and data quality from the graph. Uploads request one by themselves.',
  start: 'Analyse now',
  requested: 'A run is requested.',
  idle: 'No run is at work.',
  waiting: 'A run waits until all files are read.',
  running: (done: number, of: number, stage: string | null) =>
    `A run is at work: ${number(done)} of ${number(of)} stages are done${stage === null ? '' : `, now ${stage}`}.`,
  progress: 'Progress of the run',
  runs: 'Runs',
  noRuns: 'No analysis has run yet.',
  status: 'Status',
  statuses: Object.entries(states),
  statusOf: (status: AnalysisRunDto['status']) => states[status],
  requestedAt: 'Requested',
  by: 'By',
  duration: 'Duration',
  seconds,
  created: 'Created',
  removed: 'Removed',
  run: (time: string) => `Run of ${moment(time)}`,
  about: ({ requested_by: by, duration }: AnalysisRunDto) =>
    `Requested by ${by}${duration === null ? '' : `, took ${seconds(duration)}`}.`,
  failed: (reason: string) => `The run failed after three attempts: ${reason}`,
  attempt: (reason: string) => `Its last attempt failed: ${reason}`,
  unchanged: 'The graph had not changed since the run before, so nothing had to be derived.',
  summary: (version: number, tierZero: number) =>
    `It made version ${number(version)} of the graph, with ${counted(tierZero, 'member')} of tier zero.`,
  quality: (domains: number, tenants: number) =>
    `It counted ${counted(domains, 'domain')} and ${counted(tenants, 'tenant')}.`,
  edges: 'Derived edges',
  noEdges: 'No derived edge was created or removed.',
  kind: 'Kind of edge',
  skipped: 'Skipped objects',
  skippedNote: 'Rules skipped these objects because no collector stated a property. Paths over them may be absent.',
  noSkipped: 'No rule skipped an object.',
  property: 'Missing property',
  limit: 'too many edges of the kind',
  objects: 'Objects',
} as const;
