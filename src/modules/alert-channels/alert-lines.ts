import type { AlertContents, AlertRow } from './alert-message.js';

/** What all forms for people say about an object: its title, then lines. */
export function titleOf({ kind, name, objectid, change }: AlertRow): string {
  return `${kind} ${name ?? objectid}${change === undefined ? '' : `: ${change}`}`;
}

export function linesOf({ path, remedy }: AlertRow): string[] {
  return [...(path ? [path.join(' ')] : []), ...(remedy === undefined ? [] : [remedy])];
}

/** What a digest collects, each with its time; empty for a single alert. */
export function collectedOf({ alerts = [] }: AlertContents): string[] {
  return alerts.map(({ time, sentence }) => `${time} ${sentence}`);
}

export function restOf({ more }: AlertContents): string[] {
  return more > 0 ? [`and ${more} more`] : [];
}

export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** The contents with fewer rows; the others are counted. */
export function withRows(contents: AlertContents, rows: number): AlertContents {
  const more = contents.more + contents.rows.length - rows;
  return { ...contents, rows: contents.rows.slice(0, rows), more };
}
