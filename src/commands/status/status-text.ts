import { otherProgram } from '../../database/opening/migration-state.js';
import { bytesText, textWidth } from '../output/tables.js';
import type { AnsweredReadiness } from '../deployment/running-service.js';
import { type Look, styled, visible, wrapped } from '../terminal.js';
import type { Status, WorkStatus } from './read-status.js';

/** One line for each part, with its name before it. */
export function statusText(status: Status, look: Look): string {
  const { program, service, database, data, spool } = status;
  const lines: [name: string, text: string][] = [
    ['program', `Graphward ${program.version}, EDITION ${program.edition}, ROLE ${program.role}, Node ${program.node}`],
    ['service', `${service.url}: ${serviceText(service)}`],
    [
      'database',
      `PostgreSQL ${database.version}, database ${database.name} of ${bytesText(database.bytes)}, ` +
        `${database.connections} of ${database.maxConnections} connections`,
    ],
    ['migrations', migrationsText(status.migrations)],
    ...(status.work ? workLines(status.work) : []),
    ['data', spaceText(data)],
    ['spool', `${spooledText(spool)}; ${spaceText(spool)}`],
  ];
  const width = textWidth(look);
  return lines
    .map(([name, text]) => wrapped(visible(text), width, name.padEnd(12), ' '.repeat(12)))
    .map((line) => line.replace(/^\w+/, (name) => styled(look, 'bold', name)))
    .join('\n');
}

function spooledText({ files, bucket }: Status['spool']): string {
  if (files === null) return 'SPOOL_URL does not answer';
  return `${number(files)} files${bucket === null ? '' : ` in ${bucket}`}`;
}

function serviceText({ readiness, edition, isOfDatabase }: Status['service']): string {
  if (!readiness) return 'no service answers';
  if (!isOfDatabase) return 'a service answers, but it uses another database';
  return edition === null ? readinessText(readiness) : `${edition} edition, ${readinessText(readiness)}`;
}

function readinessText(readiness: AnsweredReadiness): string {
  if (readiness.status === 'up') return readiness.reason === undefined ? 'ready' : `ready, but ${readiness.reason}`;
  return `not ready: ${readiness.reason ?? 'it starts or stops'}`;
}

function migrationsText(state: Status['migrations']): string {
  const { applied, pending } = state;
  const other = otherProgram(state);
  if (other !== undefined) return other;
  if (applied.length === 0) return 'none: the first start creates the tables';
  if (pending.length > 0) return `not run yet: ${pending.join(', ')}`;
  return `up to date (${applied.at(-1)})`;
}

function workLines({ graph, analysis, queue, unreadFiles, channels }: WorkStatus): [name: string, text: string][] {
  const tasks = Object.entries(queue.tasks).map(([name, count]) => `${name} ${count}`);
  const late = queue.lateSeconds > 0 ? `; the oldest is due for ${queue.lateSeconds} s` : '';
  const names = tasks.length > 0 ? ` (${tasks.join(', ')})` : '';
  return [
    [
      'graph',
      `version ${graph.version}, ${number(graph.nodes)} nodes, ${number(graph.edges)} entries of lists; ` +
        `needs ${bytesText(graph.neededBytes)} of ${bytesText(graph.memoryBytes)} (GRAPH_MEMORY)`,
    ],
    ['analysis', analysisText(analysis)],
    [
      'queue',
      `${queue.waiting} tasks wait, ${queue.running} run, ${queue.failing} have failed and are tried again${late}${names}`,
    ],
    ['uploads', unreadFiles === 0 ? 'all files are read' : `${number(unreadFiles)} files are not read yet`],
    ['alerts', channelsText(channels)],
  ];
}

function analysisText({ isMissed, waitingSince, runningSince, last }: WorkStatus['analysis']): string {
  const parts = [
    ...(isMissed ? ['the graph changed since the last one'] : []),
    ...(runningSince === null ? [] : [`runs since ${runningSince}`]),
    ...(waitingSince === null ? [] : [`requested at ${waitingSince}`]),
    last
      ? `last ${last.status} at ${last.finishedAt}${last.reason === null ? '' : `: ${last.reason}`}`
      : 'none has ended',
  ];
  return parts.join('; ');
}

function channelsText({ ok = 0, failing = 0, disabled = 0 }: WorkStatus['channels']): string {
  const parts = [
    `${number(ok + failing)} channels`,
    ...(failing > 0 ? [`${number(failing)} have failed for a day`] : []),
    ...(disabled > 0 ? [`${number(disabled)} are disabled`] : []),
  ];
  return parts.join(', ');
}

function spaceText({ folder, free, total }: Status['data']): string {
  return `${bytesText(free)} of ${bytesText(total)} free at ${folder}`;
}

function number(count: number): string {
  return count.toLocaleString('en');
}
