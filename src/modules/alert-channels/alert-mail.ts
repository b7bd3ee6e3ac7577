import { escapedHtml } from '../../base/values/html.js';
import { visible } from '../../base/values/visible.js';
import { collectedOf, cut, linesOf, restOf, titleOf } from './alert-lines.js';
import type { AlertMessage, AlertRow } from './alert-message.js';

export interface AlertMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same in each attempt. */
  readonly messageId: string;
  /** Groups the mails of a rule. */
  readonly references: string;
}

const maxSubject = 200;

/**
 * Writes an alert as a mail. No text of it has a line feed that would begin a header.
 * @param source PUBLIC_URL, or empty
 * @param domain of the ids of messages
 */
export function alertMail({ id, occasion, contents }: AlertMessage, source: string, domain: string): AlertMail {
  const { sentence, rows, rule } = contents;
  const foot = rule ? `Rule: ${visible(rule.name)}` : 'Graphward';
  const collected = collectedOf(contents).map(visible);
  const plain = [
    visible(sentence),
    ...collected,
    ...rows.map((row) => plainRow(row, source)),
    ...restOf(contents),
    foot,
  ];
  const rest = [...collected, ...restOf(contents)].map((it) => `<p>${escapedHtml(it)}</p>`);
  const html = [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Alert</title>',
    `<p><strong>${escapedHtml(sentence)}</strong></p>`,
    ...(rows.length > 0 ? [`<ul>${rows.map((row) => htmlRow(row, source)).join('')}</ul>`] : []),
    ...rest,
    `<p>${escapedHtml(foot)}</p></html>`,
  ];
  return {
    subject: cut(`[Graphward] ${visible(sentence)}`, maxSubject),
    text: `${plain.join('\n\n')}\n`,
    html: html.join('\n'),
    messageId: `<${id}@${domain}>`,
    references: `<alerts.${rule ? `rule-${rule.id}` : occasion}@${domain}>`,
  };
}

function plainRow(row: AlertRow, source: string): string {
  const link = source ? [source + row.href] : [];
  return [`- ${titleOf(row)}`, ...linesOf(row), ...link]
    .map((it, at) => (at ? `  ${visible(it)}` : visible(it)))
    .join('\n');
}

function htmlRow(row: AlertRow, source: string): string {
  const title = escapedHtml(titleOf(row));
  const linked = source ? `<a href="${escapedHtml(source + row.href)}">${title}</a>` : title;
  return `<li>${[linked, ...linesOf(row).map(escapedHtml)].join('<br>')}</li>`;
}
