/**
 * One-line changes of lines that are there for a reason, one a room. Each has the text that it replaces, which its file has once, and
 * the unit specs that must fail by it.
 */
export const mutations = [
  row('src/analysis/derivation/compare-lists', 'if (before.length === 0) compare(', 'compare('),
  row(
    'src/auth/credentials/credential-cache',
    'runWithoutScope(() => this.options.load(key))',
    'this.options.load(key)',
  ),
  row('src/auth/sessions/bearer.strategy', 'ignoreExpiration: true', 'ignoreExpiration: false'),
  row('src/base/config/load-settings', String.raw`text.replace(/^\uFEFF/, '')`, 'text'),
  row('src/base/scope/fair-slots', 'if (!signal?.aborted) return;', 'return;'),
  row('src/base/threads/task-thread', 'if (this.worker !== worker) return;', ''),
  row('src/compat/wire/lists', 'count: isNone ? 0 : count', 'count'),
  row('src/database/servers/statement-summary', '[outermost(plain), plain]', '[plain]'),
  row(
    'src/graph/cypher/execution/compare',
    'isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1',
    'x - y',
  ),
  row('src/graph/questions/pages/chosen-nodes', '++count > value', '++count >= value'),
  row('src/graph/questions/paths/simple-paths', 'found.filter((it) => sharesBeginning(it, places, at))', 'found', [
    'src/graph/questions/paths/shortest-paths',
  ]),
  row('src/graph/reach/held-graph', 'for (const copy of copies)', 'for (const copy of [...copies])'),
  row('src/http/body/body-limits', ' - (counted.includes(key) ? this.bytes : 0)', ''),
  row('src/http/body/json-limits', 'keys.toReversed()', 'keys'),
  row('src/http/input/date-time', "startsWith('60', 17)", "startsWith('61', 17)"),
  row('src/http/list/list-page', 'request.filters.length === 0 && ', ''),
  row('src/ingest/formats/azurehound/resource-roles', '[id, resourceIds.AZVM] : [id]', '[id] : [id]'),
  row('src/ingest/formats/sharphound/access-edges', 'entries.filter((entry) => entry.inherited)', 'entries'),
  row('src/ingest/records/properties', ' && value !== false;', ';'),
  row(
    'src/modules/alert-rules/exposure-level',
    "Math.round((direction === 'above' ? 1 : -1) * (share - percent / 100) * 1e9) / 1e9",
    "(direction === 'above' ? 1 : -1) * (share - percent / 100)",
  ),
  row('src/base/recurrence/recurrence', 'rule.with({ tzid: rule.options().dtstart.timeZoneId })', 'rule'),
  row('src/observability/health/write-probe', 'runWithoutScope(() => this.write())', 'this.write()'),
  row('src/queue/periodic-task', 'Math.max(soonest, ', 'Math.max(now, '),
  row(
    'ui/screens/object/properties',
    "if (name === 'hasspn' && props['operatingsystem'] !== undefined) return undefined;",
    '',
  ),
];

/** @param specs without their endings; by default the one beside the file */
function row(file, from, to, specs = [file]) {
  return { file: `${file}.ts`, from, to, specs: specs.map((spec) => `${spec}.spec.ts`) };
}
