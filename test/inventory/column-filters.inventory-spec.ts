import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../support/app.js';
import { listedRows } from '../support/listed-rows.js';
import { OpenApiJudge } from '../support/openapi.js';
import { addRows, sampleEstate } from '../support/sample-estate.js';
import { queryParameters } from './query-parameters.js';

type Row = Readonly<Record<string, unknown>>;

/** A filter of a column, as the document describes it. */
interface ColumnFilter {
  readonly name: string;
  /** Of a filter with or without a predicate. */
  readonly pattern: RegExp;
  readonly isNullable: boolean;
  /** All values, if they are few. */
  readonly choices: readonly string[];
}

const predicates = ['eq', '~eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;
/** Together they select each row once that is not null. */
const complements = [
  ['eq', 'neq'],
  ['gt', 'lte'],
  ['gte', 'lt'],
] as const;

/** Of each type, one that no row has. */
const misses = ['none such', '2147483647', '00000000-0000-4000-8000-000000000000', '1970-01-01T00:00:00Z'];

/** Kinds can be of both types. kinds.http-spec.ts has the exact answers. */
const notComplementary = '/api/v2/graphs/kinds type';

/** Filters that accept any text, as specified, although answers contain only a few values. */
const anyText = ['/api/v2/jobs/finished status'];

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** By COMPAT: columns without a value in the sample data. */
const alwaysEmpty: Readonly<Record<string, readonly string[]>> = {
  '': [
    '/api/v2/self/sessions program',
    '/api/v2/self/sessions idle_until',
    '/api/v2/self/sessions former_visit',
    '/api/v2/accounts/{account_id}/sessions program',
    '/api/v2/accounts/{account_id}/sessions idle_until',
    '/api/v2/accounts/{account_id}/sessions former_visit',
    '/api/v2/accounts sso_provider_id',
    '/api/v2/tokens sso_provider_id',
    '/api/v2/tokens grace_until',
    '/api/v2/file-upload status_message',
    '/api/v2/file-upload/{file_upload_id}/completed-tasks path',
    '/api/v2/alert-channels last_attempt',
    '/api/v2/alert-channels failing_since',
    '/api/v2/alert-channels/{alert_channel_id}/deliveries next_attempt',
    '/api/v2/alert-channels/{alert_channel_id}/deliveries http_status',
    '/api/v2/alert-channels/{alert_channel_id}/deliveries duration_ms',
    '/api/v2/alert-rules last_alert',
    '/api/v2/alert-rules environment',
    '/api/v2/plans until',
    '/api/v2/plans/{plan_id}/steps key',
    '/api/v2/plans/{plan_id}/steps owner',
    '/api/v2/plans/{plan_id}/steps note',
    '/api/v2/plans/{plan_id}/steps not_before',
    '/api/v2/reports next_at',
    '/api/v2/domains/{domain_id}/details AcceptedUntil',
    '/api/v2/domains/{domain_id}/attack-path-findings AcceptedUntil',
    '/api/v2/clients username',
    '/api/v2/clients user_sid',
    '/api/v2/clients current_job_id',
    '/api/v2/events rrule',
  ],
  bloodhound: [
    '/api/v2/bloodhound-users deleted_at',
    '/api/v2/asset-group-tags-history email',
    '/api/v2/asset-group-tags-history environment_id',
    '/api/v2/asset-group-tags-history note',
  ],
};

/** The lists of both forms are called in the first. The second has other values of some columns, and lists of its own. */
const called = new Set<string>();

describe.each(['', 'bloodhound'])('filters of columns with COMPAT=%s', (COMPAT) => {
  let app: TestApp;
  let judge: OpenApiJudge;
  /** Object id of a domain with findings. */
  let domain: string;
  /** Id of the account that calls. */
  let account: string;
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    app = COMPAT === '' ? await sampleEstate() : await testApp({ runsTasks: true, environment: { COMPAT } });
    // The lists of the second form need no graph.
    if (COMPAT !== '') await addRows(app);
    judge = await OpenApiJudge.of(app.url);
    const [found] = await app.database.query<{ id: string }>(
      "SELECT environment AS id FROM finding WHERE finding = 'Kerberoasting' ORDER BY id LIMIT 1",
    );
    domain = found?.id ?? '';
    const self = (await (await ask('/api/v2/self')).json()) as { readonly data: { readonly id: string } };
    account = self.data.id;
    ids = await listedRows(app);
  });
  afterAll(() => app.close());

  // On the same estate, whose load takes as long as the tests.
  if (COMPAT === '')
    describe('query parameters that are no columns', () => {
      queryParameters(() => app);
    });

  /** No call is a use of the session, whose list would change. */
  function ask(target: string): Promise<Response> {
    return app.as('administrator', 'bearer', 'GET', target, { headers: { 'Graphward-Background': '1' } });
  }

  function filled(path: string): string {
    return path
      .replace('{domain_id}', domain)
      .replace('{account_id}', account)
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');
  }

  function columnFiltersOf(path: string): ColumnFilter[] {
    return (judge.document.paths[path]?.['get']?.parameters ?? []).flatMap(({ name, schema }): ColumnFilter[] => {
      const pattern = (schema as { readonly items?: { readonly pattern?: string } }).items?.pattern ?? '';
      if (!pattern.startsWith('^(((eq|')) return [];
      const choices = /\)\?\(([\w|]+)\)/.exec(pattern)?.[1]?.split('|') ?? [];
      return [
        {
          name,
          pattern: new RegExp(pattern),
          isNullable: pattern.endsWith('|((eq|neq):)?null)$'),
          choices,
        },
      ];
    });
  }

  async function dataOf(path: string, filter = ''): Promise<object> {
    const isPage = judge.document.paths[path]?.['get']?.parameters?.some(({ name }) => name === 'limit');
    const ofType = /domain_id\}\/(details|attack-path-findings|sparkline)$/.test(path) ? 'finding=Kerberoasting&' : '';
    const target = `${filled(path)}?${ofType}${isPage ? 'limit=10000&' : ''}${filter}`;
    const response = await ask(target);
    const body = (await response.json()) as { readonly data: object };
    expect([target, response.status, body]).toMatchObject([target, 200, {}]);
    return body.data;
  }

  async function rowsOf(path: string, filter?: string): Promise<Row[]> {
    const data = await dataOf(path, filter);
    return Array.isArray(data) ? data : Object.values(data).find((it): it is Row[] => Array.isArray(it))!;
  }

  it('select the rows that a naive program selects from all rows', async () => {
    const wrong: unknown[] = [];
    const withoutValue: string[] = [];
    let calls = 0;
    for (const path of Object.keys(judge.document.paths).filter((it) => !called.has(it))) {
      called.add(path);
      const filters = columnFiltersOf(path);
      const all = filters.length > 0 ? await rowsOf(path.replace(/\/counts$/, '')) : [];
      for (const filter of filters) {
        const title = `${path} ${filter.name}`;
        if (!all.some((row) => Object.hasOwn(row, filter.name))) {
          const selected = title === notComplementary ? [] : await selectedByComplements(path, filter);
          if (selected.some((count) => count !== selected[0] || count > all.length)) wrong.push([title, selected]);
          continue;
        }
        const cells = all.map((row) => cellOf(row, filter));
        const value = cells.find((cell) => cell !== null && filter.pattern.test(`eq:${cell}`)) ?? undefined;
        if (value === undefined && filter.choices.length === 0) withoutValue.push(title);
        const texts = [...textsFor(filter, value)];
        const areRight = await Promise.all(
          texts.map((text) => {
            const expected = all.filter((_, index) => isSelected(cells[index] ?? null, text, filter));
            return isAnswer(path, `${filter.name}=${encodeURIComponent(text)}`, expected);
          }),
        );
        wrong.push(...texts.flatMap((text, index) => (areRight[index] ? [] : [[title, text]])));
        calls += texts.length;
      }
    }
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(50);
    expect(withoutValue).toEqual(alwaysEmpty[COMPAT]);
  });

  function resolved(schema: Schema | undefined): Schema {
    const name = schema?.$ref?.split('/').at(-1);
    const { components } = judge.document as unknown as { components: { schemas: Record<string, Schema> } };
    return (name === undefined ? schema : components.schemas[name]) ?? {};
  }

  /** Path, filter and values of each filter of a list by something that answers give as one of a few. */
  function choices(): [path: string, filter: string, values: readonly (string | null)[]][] {
    return Object.entries(judge.document.paths).flatMap(([path, { get }]) => {
      const page = get?.responses['200']?.content?.['application/json']?.schema;
      const item = resolved(resolved(page).properties?.['data']?.items);
      return (get?.parameters ?? []).flatMap((it): ReturnType<typeof choices> => {
        const values = resolved(item.properties?.[it.name]).enum;
        return it.in === 'query' && values ? [[path, it.name, values]] : [];
      });
    });
  }

  if (COMPAT === '')
    it('reject any other value of a fixed set, and list the valid ones', async () => {
      const loose: string[] = [];
      const strict: string[] = [];
      for (const [path, filter, values] of choices()) {
        const answer = await app.call('GET', `${filled(path)}?${filter}=none_such`);
        if (answer.status === 200) {
          loose.push(`${path} ${filter}`);
          continue;
        }
        const { errors } = (await answer.json()) as { errors: object[] };
        const names = values.filter((value) => value !== null).join(', ');
        const message = `"none_such" is not valid; it takes one of ${names}, optionally after eq: ~eq: neq:`;
        expect([path, answer.status, errors]).toEqual([
          path,
          400,
          [{ code: 'filter.invalid_value', context: `query.${filter}`, message }],
        ]);
        strict.push(`${path} ${filter}`);
      }
      expect(loose.toSorted()).toEqual(anyText);
      expect(strict.toSorted()).toEqual([
        '/api/v2/accounts role',
        '/api/v2/accounts/{account_id}/sessions kind',
        '/api/v2/alert-channels format',
        '/api/v2/alert-channels last_status',
        '/api/v2/alert-channels state',
        '/api/v2/alert-channels type',
        '/api/v2/alert-channels/{alert_channel_id}/deliveries status',
        '/api/v2/alert-rules every',
        '/api/v2/alert-rules occasion',
        '/api/v2/alert-rules stopped',
        '/api/v2/analysis/runs status',
        '/api/v2/attack-paths/findings finding_type',
        '/api/v2/attack-paths/findings severity',
        '/api/v2/attack-paths/findings status',
        '/api/v2/audit outcome',
        '/api/v2/clients type',
        '/api/v2/file-upload status',
        '/api/v2/file-upload/{file_upload_id}/completed-tasks format',
        '/api/v2/file-upload/{file_upload_id}/completed-tasks status',
        '/api/v2/graphs/changes change',
        '/api/v2/graphs/changes type',
        '/api/v2/jobs status',
        '/api/v2/plans/{plan_id}/steps found',
        '/api/v2/plans/{plan_id}/steps sort',
        '/api/v2/plans/{plan_id}/steps state',
        '/api/v2/reports stopped',
        '/api/v2/reports/{report_id}/documents status',
        '/api/v2/self/sessions kind',
        '/api/v2/tokens type',
      ]);
    });

  /** Whether the answer has these rows, or their numbers. */
  async function isAnswer(path: string, filter: string, rows: readonly Row[]): Promise<boolean> {
    const areCounted = path.endsWith('/counts');
    const found = areCounted ? await dataOf(path, filter) : await rowsOf(path, filter);
    return JSON.stringify(found) === JSON.stringify(areCounted ? countsOf(rows) : rows);
  }

  /** How many rows two complementary filters by a value select that no row has; how many are not null if the column can be. */
  async function selectedByComplements(path: string, filter: ColumnFilter): Promise<number[]> {
    const value = filter.choices[0] ?? misses.find((text) => filter.pattern.test(text)) ?? '';
    const asked = complements.filter(([one]) => filter.pattern.test(`${one}:${value}`));
    const countOf = async (text: string) => (await rowsOf(path, `${filter.name}=${encodeURIComponent(text)}`)).length;
    return Promise.all(
      asked.map(async ([one, other]) => {
        const nulls = filter.isNullable && one === 'eq' ? await countOf('eq:null') : 0;
        return (await countOf(`${one}:${value}`)) + (await countOf(`${other}:${value}`)) - nulls;
      }),
    );
  }
});

/** A match with each predicate that the filter takes, and a miss with two of them, or all its choices. */
function textsFor(filter: ColumnFilter, value: string | undefined): Set<string> {
  const miss = misses.find((text) => filter.pattern.test(text)) ?? '';
  const values = filter.choices.length > 0 ? filter.choices : [value ?? miss];
  const texts = [...values, ...predicates.flatMap((predicate) => values.map((it) => `${predicate}:${it}`))];
  if (filter.choices.length === 0) texts.push(miss, `neq:${miss}`);
  if (value !== undefined) texts.push(`~eq:${value.slice(1, -1).toUpperCase()}`);
  if (filter.isNullable) texts.push('eq:null', 'neq:null');
  return new Set(texts.filter((text) => filter.pattern.test(text)));
}

/** The cell as a text; null if it has no value: answers write null as `valid: false`, an empty text, or BloodHound's zero time. */
function cellOf(row: Row, { name, isNullable }: ColumnFilter): string | null {
  const cell = row[name];
  if (cell === null || cell === undefined || (cell === '' && isNullable)) return null;
  if (typeof cell !== 'object') return `${cell as string | number | boolean}`.replace(/^0001-01-01T.*/, '') || null;
  const [value, isValid] = Object.entries(cell).toSorted(([one]) => (/^valid$/i.test(one) ? 1 : -1));
  return isValid?.[1] === true ? String(value?.[1]) : null;
}

type Comparable = string | number | boolean;

const holds: Readonly<Record<string, (one: Comparable, other: Comparable) => boolean>> = {
  eq: (one, other) => one === other,
  neq: (one, other) => one !== other,
  gt: (one, other) => one > other,
  gte: (one, other) => one >= other,
  lt: (one, other) => one < other,
  lte: (one, other) => one <= other,
  '~eq': (one, other) => String(one).toLowerCase().includes(String(other).toLowerCase()),
};

function isSelected(cell: string | null, text: string, filter: ColumnFilter): boolean {
  const [, predicate = 'eq', value = ''] = /^(?:(~?[a-z]+):)?(.*)$/s.exec(text) ?? [];
  if (value === 'null' && filter.isNullable) return (cell === null) === (predicate === 'eq');
  if (cell === null) return predicate === 'neq';
  return holds[predicate]!(comparable(cell, filter), comparable(value, filter));
}

function comparable(text: string, { pattern, choices }: ColumnFilter): Comparable {
  if (choices.includes('true')) return /^(t|[1-9])/i.test(text);
  if (pattern.test('1970-01-01T00:00:00Z') && !pattern.test('x')) return Date.parse(text);
  return pattern.test('1') && !pattern.test('x') ? Number(text) : text;
}

/** The answer of the counts of a list with these rows. */
function countsOf(rows: readonly Row[]): object {
  const labels = rows.map(({ label }) => String(label)).toSorted();
  const counts = Object.fromEntries(labels.map((label) => [label, labels.filter((it) => it === label).length]));
  return { total_count: rows.length, counts };
}
