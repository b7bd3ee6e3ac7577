import type { FileUploadDto } from '../../../api/schema.js';
import { bytes, counted, moment, number, percent } from '../../../base/format.js';
import type { QueuedFile, Totals } from './queue.js';

const statuses: Readonly<Record<FileUploadDto['status'], string>> = {
  running: 'Accepts files',
  ingesting: 'Is being read',
  analyzing: 'Is being analysed',
  complete: 'Complete',
  partially_complete: 'Complete in part',
  failed: 'Failed',
  timed_out: 'Ended by its time limit',
};

export const texts = {
  title: 'Uploads',
  upload: (id: number) => `Upload ${id}`,
  unknown: 'There is no such upload',
  send: 'Send files',
  drop: 'Drop files or a folder of SharpHound, AzureHound or OpenGraph here: JSON, ZIP or gzip.',
  same: 'Same files again change nothing.',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  leftOut: (count: number) => `${counted(count, 'file')} left out: only .json, .zip and .gz are sent.`,
  queue: 'Files of this page',
  totals: ({ files, sent, read, failed }: Totals) =>
    `${number(sent)} of ${counted(files, 'file')} sent, ${number(read)} read${failed > 0 ? `, ${number(failed)} failed` : ''}`,
  transfer: 'Transfer',
  transferOf: (name: string) => `Transfer of ${name}`,
  reading: (id: number) => `Reading of upload ${id}`,
  retry: 'Send again what failed',
  clear: 'Clear what is read',
  more: (count: number) => `${number(count)} more`,
  size: bytes,
  state: ({ state, sent, size, faults, changes, reason }: QueuedFile) => {
    if (state === 'waiting') return 'waits';
    if (state === 'sending') return `is being sent, ${percent(size === 0 ? 0 : sent / size)}`;
    if (state === 'reading') return 'is sent, is being read';
    if (state === 'failed') return `failed: ${reason ?? 'its upload has the reason'}`;
    const without = faults > 0 ? `, ${counted(faults, 'fault')}` : '';
    if (state === 'incomplete') return `read in part: ${reason ?? ''}${without}`;
    return `read${changes === 0 ? ', changed nothing' : ''}${without}`;
  },
  all: 'All uploads',
  none: 'No upload yet.',
  id: 'Upload',
  user: 'Account',
  status: 'Status',
  statuses: Object.entries(statuses),
  statusOf: (status: FileUploadDto['status']) => statuses[status],
  files: 'Files',
  fileCount: (files: number, failed: number) => `${number(files)}${failed > 0 ? `, ${number(failed)} failed` : ''}`,
  started: 'Started',
  startedBy: (user: string, time: string) => `${user} started it, ${moment(time)}.`,
  finished: (time: string) => `Final since ${moment(time)}.`,
  progress: ({ bytes_done: done, bytes_total: all, bytes_per_second: speed }: FileUploadDto['progress']) =>
    `${bytes(done)} of ${bytes(all)} read${speed === null ? '' : `, ${bytes(speed)} a second`}`,
  expiry: (time: string) =>
    `Data of this upload expire on ${moment(time)}, unless a later collection contains them again.`,
  sessionExpiry: (time: string) => `Its sessions expire on ${moment(time)}.`,
  run: 'Its analysis',
  results: 'Results of the files',
  resultCount: (count: number) => `${counted(count, 'file')} read`,
  noResults: 'No file is read yet.',
  onlyFaults: 'Only files with faults',
  file: 'File',
  type: 'Content',
  records: 'Records',
  changed: 'Changes',
  noChanges: 'none',
  faults: 'Faults',
  faultsOf: (count: number) => counted(count, 'fault'),
  faultsIn: (name: string) => `Faults in ${name}`,
  someFaults: (shown: number, count: number) =>
    `The first ${number(shown)} of ${counted(count, 'fault')}. Choose a file above for more of its own.`,
  allFiles: 'Faults of all files',
  list: 'List',
  record: 'Record',
  field: 'Field',
  reason: 'Reason',
  wholeFile: 'whole file',
  wholeRecord: 'whole record',
  resultOf: { complete: 'read', incomplete: 'read in part', failed: 'failed' },
} as const;
