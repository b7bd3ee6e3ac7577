import { dirname } from 'node:path';
import type { IngestFault } from '../../ingest/ingest-report.js';
import type { IngestOutcome, ReportedFile } from './run-ingest.js';
import { type Cell, drawn, type Rows, table, textWidth, widthOf } from '../output/tables.js';
import { type Look, visible, wrapped } from '../terminal.js';

/**
 * Formats an outcome: tables of files, kinds, derived edges and data quality, and the stored faults.
 * @param look of the terminal
 */
export function outcomeText({ files, analysis, keptDays }: IngestOutcome, look: Look): string {
  const width = textWidth(look);
  const parts = [...filesTables(files, look), ...kindTables(files, look)];
  if (analysis) {
    parts.push(
      ...derivedTable(analysis.edges, look),
      ...skippedTable(analysis.skipped, look),
      ...environmentTables(analysis.environments, look),
    );
  }
  return [...parts, faultsText(files, width), wrapped(keptText(keptDays), width, '', '  ')].join('\n');
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

/** One table with all counts, or two if one is wider than the terminal. */
function filesTables(files: readonly ReportedFile[], look: Look): string[] {
  const shared = sharedFolder(files.map(({ path }) => path));
  const rows = files.map((file) => ({ file: file.path.slice(shared), ...fileCells(file) }));
  const counts = ['records', 'nodes', 'edges', 'new nodes', 'new edges', 'changed', 'removed', 'faults'] as const;
  const of = (...titles: readonly (keyof ReturnType<typeof fileCells> | 'file')[]) => ({
    head: titles,
    rows: rows.map((row) => titles.map((title) => row[title])),
  });
  const all = of('file', 'type', ...counts, 'status');
  if (fits(all, look)) return [table(all, look)];
  const read = of('file', 'type', 'records', 'faults', 'status');
  const graph = of('file', 'nodes', 'edges', 'new nodes', 'new edges', 'changed', 'removed');
  return [table(read, look), table(graph, look)];
}

function fits(rows: Rows, look: Look): boolean {
  return widthOf(drawn(rows)) <= textWidth(look);
}

/** The length of the common folder of all paths. */
function sharedFolder(paths: readonly string[]): number {
  const [first = '', ...others] = paths.map((path) => dirname(path.split('!', 1)[0] ?? path));
  const shared = others.every((folder) => folder === first) ? first : '';
  return shared === '' || shared === '.' ? 0 : shared.length + 1;
}

function fileCells({ type, records, nodes, edges, changes, faultCount, status }: ReportedFile) {
  return {
    type: type ?? '',
    records,
    nodes: total(nodes),
    edges: total(edges),
    'new nodes': changes?.nodesCreated ?? 0,
    'new edges': changes?.edgesCreated ?? 0,
    changed: changes ? changes.nodesChanged + changes.edgesChanged : 0,
    removed: changes?.edgesRemoved ?? 0,
    faults: faultCount,
    status,
  };
}

function kindTables(files: readonly ReportedFile[], look: Look): string[] {
  const groups = [
    ['nodes described', summed(files.map(({ nodes }) => nodes))],
    ['edges stated', summed(files.map(({ edges }) => edges))],
    ['records without anything to convert', summed(files.map(({ ignored }) => ignored))],
  ] as const;
  return groups.flatMap(([title, counts]) => {
    const rows = Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1));
    return rows.length > 0 ? [table({ head: [title, 'count'], rows }, look)] : [];
  });
}

function derivedTable(edges: NonNullable<IngestOutcome['analysis']>['edges'], look: Look): string[] {
  const rows = edges.map(({ kind, created, removed }) => [kind, created, removed]);
  return rows.length > 0 ? [table({ head: ['edges derived', 'new', 'gone'], rows }, look)] : [];
}

function skippedTable(skipped: NonNullable<IngestOutcome['analysis']>['skipped'], look: Look): string[] {
  const rows = skipped.map(({ kind, property, objects }) => [kind, property, objects]);
  return rows.length > 0 ? [table({ head: ['rule', 'skipped for lack of', 'objects'], rows }, look)] : [];
}

type Environments = NonNullable<IngestOutcome['analysis']>['environments'];

/** A row for each count and a column for each environment, in as many tables as the width requires. */
function environmentTables(environments: Environments, look: Look): string[] {
  return (['domain', 'tenant'] as const).flatMap((type) => {
    const tables: Rows[] = [];
    let those: Environments = [];
    for (const environment of environments.filter((it) => it.type === type)) {
      const more = [...those, environment];
      if (those.length > 0 && !fits(environmentRows(type, more), look)) {
        tables.push(environmentRows(type, those));
        those = [environment];
      } else {
        those = more;
      }
    }
    if (those.length > 0) tables.push(environmentRows(type, those));
    return tables.map((rows) => table(rows, look));
  });
}

function environmentRows(type: string, environments: Environments): Rows {
  const rows = Object.keys(environments[0]?.counts ?? {}).map((count) => [
    count,
    ...environments.map(({ counts }) => shown(count, counts[count])),
  ]);
  return { head: [`data quality by ${type}`, ...environments.map(({ name }) => name)], rows };
}

function shown(name: string, value = 0): Cell {
  return name.endsWith('_completeness') ? `${Math.round(value * 100)} %` : value;
}

function faultsText(files: readonly ReportedFile[], width: number): string {
  const count = files.reduce((sum, { faultCount }) => sum + faultCount, 0);
  if (count === 0) {
    return 'no faults';
  }
  return [`${count} ${count === 1 ? 'fault' : 'faults'}:`, ...files.flatMap((file) => faultLines(file, width))].join(
    '\n',
  );
}

function faultLines({ path, faults, faultCount }: ReportedFile, width: number): string[] {
  const lines = faults.map((fault) => faultLine(`${visible(placeOf(fault))}: ${visible(fault.reason)}`, width));
  const more = faultCount - faults.length;
  return more > 0 ? [...lines, faultLine(`${visible(path)}: and ${more} more`, width)] : lines;
}

function faultLine(text: string, width: number): string {
  return wrapped(text, width, '  ', '    ');
}

/** `users.json data[3].Aces[1].RightName`, or `users.json meta.version` */
function placeOf({ path, list, record, field }: IngestFault): string {
  if (list === null || record === null) return field === null ? path : `${path} ${field}`;
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
