import { Cache } from '../../base/values/cache.js';
import { currentTracer } from '../../base/scope/tracing.js';
import { statementSummary } from './statement-summary.js';

/** Most statements have a constant text; some lists build theirs from the columns and filters of a request. */
const summaries = new Cache<string, string>(2 * 1024 ** 2, ({ length }) => 2 * length);

/**
 * Sends a statement in a span of the current request or task. A statement outside of both, such as a check for a new version of the graph
 * every second, has none.
 */
export function inStatementSpan(config: unknown, send: () => unknown): unknown {
  const tracer = currentTracer();
  if (!tracer?.current()) return send();
  const summary = summaryOf(textOf(config));
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': summary.split(' ', 1)[0],
    'db.query.summary': summary,
  };
  return tracer.run({ name: summary, kind: 'client', attributes }, async (span) => {
    const result = await send();
    const rows = rowsOf(result);
    if (rows !== undefined) span.setAttributes({ 'db.response.returned_rows': rows });
    return result;
  });
}

function summaryOf(text: string): string {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const summary = statementSummary(text);
  summaries.set(text, summary);
  return summary;
}

function textOf(config: unknown): string {
  if (typeof config === 'string') return config;
  return typeof config === 'object' && config !== null && 'text' in config ? String(config.text) : '';
}

function rowsOf(result: unknown): number | undefined {
  if (typeof result !== 'object' || result === null || !('rows' in result)) return undefined;
  return Array.isArray(result.rows) ? result.rows.length : undefined;
}
