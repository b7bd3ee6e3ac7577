import { visible } from '../../base/values/visible.js';
import { collectedOf, linesOf, restOf, titleOf, withRows } from './alert-lines.js';
import type { AlertContents, AlertMessage } from './alert-message.js';

/** Log audit (RFC 5424, section 6.2.1). */
const facility = 13;
const [warning, informational] = [4, 6];

/** What each receiver of datagrams and of streams should accept (RFC 5424, section 6.1; RFC 5425, section 4.3.1). */
export const maxBytes = { udp: 2048, tcp: 8192, tls: 8192 } as const;

export interface SyslogOrigin {
  readonly host: string;
  readonly enterpriseNumber: number;
}

/** Writes an alert as a message of RFC 5424. Rows, then the end of the text, are left out if it exceeds `most` bytes. */
export function syslogMessage(message: AlertMessage, origin: SyslogOrigin, most: number): Buffer {
  const { contents } = message;
  for (let rows = contents.rows.length; rows > 0; rows--) {
    const bytes = messageOf({ ...message, contents: withRows(contents, rows) }, origin);
    if (bytes.length <= most) return bytes;
  }
  return cutBytes(messageOf({ ...message, contents: withRows(contents, 0) }, origin), most);
}

function messageOf({ id, occasion, occurredAt, contents }: AlertMessage, origin: SyslogOrigin): Buffer {
  const { rule, numbers, more } = contents;
  const priority = facility * 8 + (rule ? warning : informational);
  const parameters = { id, ...(rule && { rule: rule.id, name: rule.name }), ...numbers, more };
  const data = Object.entries(parameters).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const head = `<${priority}>1 ${occurredAt.toISOString()} ${hostOf(origin.host)} graphward - ${occasion}`;
  return Buffer.from(`${head} [graphward@${origin.enterpriseNumber}${data.join('')}] \uFEFF${textOf(contents)}`);
}

/** In one line. */
function textOf(contents: AlertContents): string {
  const rows = contents.rows.map((row) => [titleOf(row), ...linesOf(row)].join(', '));
  return [contents.sentence, ...collectedOf(contents), ...rows, ...restOf(contents)].map(visible).join(' | ');
}

function escaped(value: string): string {
  return visible(value).replaceAll(/["\\\]]/g, String.raw`\$&`);
}

function hostOf(host: string): string {
  return /^[\x21-\x7e]{1,255}$/.test(host) ? host : '-';
}

/** Ends before a character that would be cut. */
function cutBytes(bytes: Buffer, most: number): Buffer {
  if (bytes.length <= most) return bytes;
  let end = most;
  while ((bytes[end]! & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
