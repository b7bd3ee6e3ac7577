import { dirname } from 'node:path';
import Table from 'cli-table3';
import type { FileReport, IngestFault } from '../../ingest/ingest-report.js';
import type { IngestOutcome } from './ingest-outcome.js';
import { visible } from './visible-text.js';

type Cell = string | number;

/** An outcome for people: what each file held and changed, what was read by kind, what followed from it, and every fault kept. */
export function outcomeText({ files, analysis, keptDays }: IngestOutcome): string {
  const parts = [filesTable(files), ...kindTables(files)];
  if (analysis) {
    parts.push(...derivedTable(analysis.edges), ...environmentTables(analysis.environments));
  }
  return [...parts, faultsText(files), keptText(keptDays)].join('\n');
}

function keptText({ data, sessions }: IngestOutcome['keptDays']): string {
  if (data === 0 && sessions === 0) return 'all that was read is kept for good (RETENTION_DATA, RETENTION_SESSIONS)';
  return (
    'if no later collection sees it again: ' +
    `sessions are ${keptFor(sessions)} (RETENTION_SESSIONS), all else is ${keptFor(data)} (RETENTION_DATA)`
  );
}

function keptFor(days: number): string {
  return days === 0 ? 'kept for good' : `removed after ${days} ${days === 1 ? 'day' : 'days'}`;
}

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const firstRow = rows[0] ?? [];
  const made = new Table({
    head: head.map(visible),
    style: { head: [], border: [], compact: true },
    colAligns: head.map((_, index) => (typeof firstRow[index] === 'number' ? 'right' : 'left')),
  });
  made.push(...rows.map((row) => row.map((cell) => (typeof cell === 'string' ? visible(cell) : cell))));
  return made.toString();
}

function filesTable(files: readonly FileReport[]): string {
  const counts = ['records', 'nodes', 'edges', 'new nodes', 'new edges', 'changed', 'removed', 'faults'];
  const head = ['file', 'type', ...counts, 'status'];
  const shared = sharedFolder(files.map(({ path }) => path));
  return table(
    head,
    files.map((file) => [file.path.slice(shared), ...fileCells(file)]),
  );
}

/** Length of the folder that all paths begin with. */
function sharedFolder(paths: readonly string[]): number {
  const [first = '', ...others] = paths.map((path) => dirname(path.split('!', 1)[0] ?? path));
  const shared = others.every((folder) => folder === first) ? first : '';
  return shared === '' || shared === '.' ? 0 : shared.length + 1;
}

function fileCells({ type, records, nodes, edges, changes, faultCount, status }: FileReport): Cell[] {
  return [
    type ?? '',
    records,
    total(nodes),
    total(edges),
    changes?.nodesCreated ?? 0,
    changes?.edgesCreated ?? 0,
    changes ? changes.nodesChanged + changes.edgesChanged : 0,
    changes?.edgesRemoved ?? 0,
    faultCount,
    status,
  ];
}

function kindTables(files: readonly FileReport[]): string[] {
  const groups = [
    ['nodes described', summed(files.map(({ nodes }) => nodes))],
    ['edges stated', summed(files.map(({ edges }) => edges))],
    ['records without anything to convert', summed(files.map(({ ignored }) => ignored))],
  ] as const;
  return groups.flatMap(([title, counts]) => {
    const rows = Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return rows.length > 0 ? [table([title, 'count'], rows)] : [];
  });
}

function derivedTable(edges: NonNullable<IngestOutcome['analysis']>['edges']): string[] {
  const rows = edges.map(({ kind, created, removed }) => [kind, created, removed]);
  return rows.length > 0 ? [table(['edges derived', 'new', 'gone'], rows)] : [];
}

/** A row for each count and a column for each tenant or domain: there are few of these and many counts. */
function environmentTables(environments: NonNullable<IngestOutcome['analysis']>['environments']): string[] {
  return (['domain', 'tenant'] as const).flatMap((type) => {
    const those = environments.filter((environment) => environment.type === type);
    const [first] = those;
    if (!first) {
      return [];
    }
    const rows = Object.keys(first.counts).map((count) => [
      count,
      ...those.map(({ counts }) => shown(count, counts[count])),
    ]);
    return [table([`data quality by ${type}`, ...those.map(({ name }) => name)], rows)];
  });
}

function shown(name: string, value = 0): Cell {
  return name.endsWith('_completeness') ? `${Math.round(value * 100)} %` : value;
}

function faultsText(files: readonly FileReport[]): string {
  const count = files.reduce((sum, { faultCount }) => sum + faultCount, 0);
  if (count === 0) {
    return 'no faults';
  }
  return [`${count} ${count === 1 ? 'fault' : 'faults'}:`, ...files.flatMap(faultLines)].join('\n');
}

function faultLines({ path, faults, faultCount }: FileReport): string[] {
  const lines = faults.map((fault) => `  ${visible(placeOf(fault))}: ${visible(fault.reason)}`);
  const more = faultCount - faults.length;
  return more > 0 ? [...lines, `  ${visible(path)}: and ${more} more`] : lines;
}

/** `users.json data[3].Aces[1].RightName` */
function placeOf({ path, list, record, field }: IngestFault): string {
  if (list === null || record === null) {
    return path;
  }
  return `${path} ${list}[${record}]${field === null ? '' : `.${field}`}`;
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function summed(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [kind, count] of all.flatMap((counts) => Object.entries(counts))) {
    sums.set(kind, (sums.get(kind) ?? 0) + count);
  }
  return Object.fromEntries(sums);
}
