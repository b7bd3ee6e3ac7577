import { visible } from '../../base/values/visible.js';
import { collectedOf, cut, linesOf, restOf, titleOf, withRows } from './alert-lines.js';
import type { AlertMessage, AlertRow } from './alert-message.js';

export const alertFormats = ['cloudevents', 'slack', 'teams'] as const;
export type AlertFormat = (typeof alertFormats)[number];

interface Body {
  readonly mediaType: string;
  readonly text: string;
}

interface Form {
  readonly mediaType: string;
  readonly maxBytes: number;
  readonly make: (message: AlertMessage, source: string) => unknown;
}

/** Slack's limits are 3,000 letters a text and 50 blocks. */
const maxSlackText = 3000;

/** Teams accepts 28 KB. */
const maxTeamsBytes = 28_000;

const forms: Readonly<Record<AlertFormat, Form>> = {
  cloudevents: { mediaType: 'application/cloudevents+json', maxBytes: 262_144, make: cloudEvent },
  slack: { mediaType: 'application/json', maxBytes: 262_144, make: slackBlocks },
  teams: { mediaType: 'application/json', maxBytes: maxTeamsBytes, make: teamsCard },
};

/**
 * Writes an alert in the format of its receiver. Rows that exceed the format's size are left out and counted.
 * @param source PUBLIC_URL
 */
export function alertBody(format: AlertFormat, message: AlertMessage, source: string): Body {
  const { mediaType, maxBytes, make } = forms[format];
  const { contents } = message;
  for (let rows = contents.rows.length; ; rows--) {
    const text = JSON.stringify(make({ ...message, contents: withRows(contents, rows) }, source));
    if (rows === 0 || Buffer.byteLength(text) <= maxBytes) return { mediaType, text };
  }
}

/** CloudEvents 1.0 in structured mode. */
function cloudEvent({ id, occasion, occurredAt, contents }: AlertMessage, source: string) {
  return {
    specversion: '1.0',
    id,
    source: source || '/',
    type: `graphward.${occasion}`,
    time: occurredAt.toISOString(),
    subject: contents.rule ? `alert-rules/${contents.rule.id}` : 'alert-channels',
    datacontenttype: 'application/json',
    data: contents,
  };
}

function slackBlocks({ contents }: AlertMessage, source: string) {
  const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text: cut(text, maxSlackText) } });
  const rows = contents.rows.map((row) => section(slackRow(row, source)));
  const title = slackEscaped(contents.sentence);
  const rest = [collectedOf(contents).map(slackEscaped).join('\n'), ...restOf(contents)].filter(Boolean);
  const blocks = [section(title), ...rows, ...rest.map(section)];
  return { text: cut(title, maxSlackText), blocks };
}

function slackRow(row: AlertRow, source: string): string {
  const label = slackEscaped(titleOf(row));
  const title = source ? `<${source}${row.href}|${label.replaceAll('|', '¦')}>` : label;
  // A cut in the middle of a link would break it, so its label is cut first.
  return [title.length > 1500 ? cut(label, 1500) : title, ...linesOf(row).map(slackEscaped)].join('\n');
}

/** Otherwise names could mention people and make links. */
function slackEscaped(text: string): string {
  return visible(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function textBlock(runs: readonly object[]) {
  return { type: 'RichTextBlock', inlines: runs };
}

function textRun(text: string, more: object = {}) {
  return { type: 'TextRun', text: visible(text), ...more };
}

/** An Adaptive Card for a webhook of Workflows. A TextRun, unlike a TextBlock, shows Markdown in names as it is. */
function teamsCard({ contents }: AlertMessage, source: string) {
  const rows = contents.rows.map((row) => {
    const link = source ? { selectAction: { type: 'Action.OpenUrl', url: source + row.href } } : {};
    return textBlock([textRun(titleOf(row), link), ...linesOf(row).map((line) => textRun(` – ${line}`))]);
  });
  const body = [
    textBlock([textRun(contents.sentence, { weight: 'Bolder' })]),
    ...rows,
    ...[...collectedOf(contents), ...restOf(contents)].map((it) => textBlock([textRun(it)])),
  ];
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
  };
  const card = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: { ...content, body },
  };
  return { type: 'message', attachments: [card] };
}
