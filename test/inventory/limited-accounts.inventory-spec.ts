import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pLimit from 'p-limit';
import { DataSource } from 'typeorm';
import { currentVisibility } from '../../src/base/scope/request-scope.js';
import { Visibility } from '../../src/base/scope/visibility.js';
import { limitedTables, seenBy } from '../../src/database/sql/visible-rows.js';
import { graphPermissions } from '../../src/auth/permissions.js';
import { hiddenEstate, seenDomain } from '../support/limited-estate.js';
import type { Asked, HiddenNames, Question } from '../support/limited-names.js';
import { randomQuestions } from '../support/limited-questions.js';
import { keptPicture, limitedService, type LimitedService, shownAnswer } from '../support/limited-services.js';
import { type Route, routesOf, targetOf } from '../support/routes.js';

/** Their answers are of the whole graph, or of the service: limited accounts are refused. */
const refused = [
  'GET /api/v2/analysis/runs',
  'GET /api/v2/analysis/runs/:run_id',
  'GET /api/v2/analysis/status',
  'GET /api/v2/asset-group-tags/:asset_group_tag_id/members/:asset_group_member_id',
  'GET /api/v2/asset-group-tags/:asset_group_tag_id/selectors',
  'GET /api/v2/asset-group-tags/:asset_group_tag_id/selectors/:asset_group_tag_selector_id',
  'GET /api/v2/asset-group-tags/:asset_group_tag_id/selectors/:asset_group_tag_selector_id/members',
  'GET /api/v2/asset-group-tags/:asset_group_tag_id/selectors/:asset_group_tag_selector_id/members/counts',
  'POST /api/v2/asset-group-tags/preview-selectors',
  'POST /api/v2/asset-group-tags/search',
  'GET /api/v2/custom-nodes',
  'GET /api/v2/custom-nodes/:kind_name',
  'GET /api/v2/extensions',
  'GET /api/v2/extensions-edges',
  'GET /api/v2/node-kinds/:node_kind_id',
  'GET /api/v2/relationship-kinds/:relationship_kind_id',
];

/** Tables without rows of single environments, and those of which routes with permissions of limited accounts show nothing. */
const tablesOfAll: Readonly<Record<string, readonly string[]>> = {
  'accounts and what they own': [
    'account',
    'api_token',
    'device_code_failure',
    'device_login',
    'keyed_request',
    'login_failure',
    'passkey',
    'picture',
    'picture_share',
    'recovery_code',
    'saved_query',
    'saved_query_share',
    'scim_group',
    'scim_group_member',
    'scim_user',
    'session',
    'sso_key',
    'sso_provider',
    'sso_used_message',
    'token_proof',
    'totp_factor',
    'used_challenge',
  ],
  'only the audit log shows it, which limited accounts may not read': ['audit_log'],
  'times and versions; summaries are shown by refused routes': ['analysis_run', 'graph_change', 'graph_state'],
  'settings, which refused routes show, and names of tags': [
    'asset_group',
    'asset_group_selector',
    'custom_node',
    'extension',
  ],
  'names of kinds, which KindNames filters': ['kind'],
  'no route shows it': ['collector_record', 'node_days', 'open_edge', 'record_days', 'retention_turn', 'write_probe'],
};

/** Errors have no codes under COMPAT, so only the tests of equal answers pass with it: `LIMITED_COMPAT=true … -t equal`. */
const isCompat = process.env['LIMITED_COMPAT'] === 'true';
const environment: Record<string, string> = isCompat ? { COMPAT: 'bloodhound' } : {};

let services: [LimitedService, LimitedService];
let routes: Route[];
/** Statements of TypeORM for limited accounts: what limits the others does not limit them. */
const ofTypeOrm: string[] = [];

beforeAll(async () => {
  services = await Promise.all([
    limitedService(hiddenEstate('QUETZAL', 3, 3), environment),
    limitedService(hiddenEstate('ZYGOTE', 4, 6), environment),
  ]);
  // TypeORM reports each of its statements to this logger.
  Object.assign(services[0].app.app.get(DataSource), { logger: { logQuery: noteStatement } });
  routes = routesOf(services[0].app.app).filter(
    ({ access }) => access && 'permission' in access && graphPermissions.includes(access.permission),
  );
});
afterAll(async () => {
  await Promise.all(services.map(({ app }) => app.close()));
});

function noteStatement(text: string): void {
  if (currentVisibility()) ofTypeOrm.push(text);
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

const isSeen = ({ access }: Route) => access !== undefined && 'limited' in access && access.limited === true;

async function answerOf(service: LimitedService, { method, target, headers, body }: Asked): Promise<string> {
  const response = await service.ask(method, target, {
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return shownAnswer(response);
}

/** Asks both services the same: what one of them hides, the other has not. */
async function difference(asked: Asked): Promise<string[]> {
  const [one = '', other = ''] = await Promise.all(services.map((service) => answerOf(service, asked)));
  const request = [asked.method, asked.target, JSON.stringify(asked.body)].join(' ');
  const leak = /QUETZAL|ZYGOTE/i.test(request) ? null : /QUETZAL|ZYGOTE/i.exec(one);
  if (one === other && !leak && !/^(5\d\d|429)/.test(one)) return [];
  let at = 0;
  while (one[at] === other[at] && at < one.length) at++;
  return [
    [request, leak?.[0], one.slice(0, 3), ...[one, other].map((it) => it.slice(Math.max(0, at - 200), at + 300))].join(
      '\n',
    ),
  ];
}

/** @returns the questions whose answers differ, or contain a hidden word */
async function differences(questions: readonly Question[]): Promise<string[]> {
  const atOnce = pLimit(8);
  const asked = questions.flatMap((make) => services.map(({ hidden }) => make(hidden)));
  const distinct = [...new Map(asked.map((it) => [JSON.stringify(it), it])).values()];
  return (await Promise.all(distinct.map((it) => atOnce(() => difference(it))))).flat();
}

const forms = ['', '?type=graph&limit=1000'];

const columnsOf = (table: string) =>
  `SELECT array_agg(attname ORDER BY attname)::text AS names FROM pg_attribute
   WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped`;

describe('limited accounts', () => {
  it('see a part of each table that has rows of environments', async () => {
    const rows = await services[0].app.database.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1",
    );
    const all = [...limitedTables, ...Object.values(tablesOfAll).flat()].toSorted();
    expect(rows.map(({ name }) => name).filter((name) => !/^(migration|typeorm_metadata)$/.test(name))).toEqual(all);
  });

  it('read limited tables with all their columns', async () => {
    const seen = new Visibility([seenDomain], true);
    await services[0].app.database.transaction(async (tx) => {
      for (const table of limitedTables) {
        // A view has no parameters.
        const text = seenBy(seen, `SELECT * FROM ${table}`, 0).text.replaceAll(/\$\d/g, 'NULL');
        await tx.query(`CREATE TEMP VIEW seen AS ${text}`);
        const [ofView, ofTable] = [
          await tx.query(columnsOf('pg_temp.seen')),
          await tx.query(columnsOf(`public.${table}`)),
        ];
        expect([table, ofView]).toEqual([table, ofTable]);
        await tx.query('DROP VIEW pg_temp.seen');
      }
    });
  });

  it('are refused by each route of the graph that does not say what they see', async () => {
    const names: string[] = [];
    for (const route of routes.filter((it) => !isSeen(it))) {
      const response = await services[0].ask(route.method, targetOf(route));
      const { errors } = (await response.json()) as { errors: { code: string }[] };
      expect([nameOf(route), response.status]).toEqual([nameOf(route), 403]);
      if (errors[0]!.code === 'permission.limited_account') names.push(nameOf(route));
    }
    expect(names).toEqual(refused);
  });

  it('get equal answers about hidden and absent objects of two services', async () => {
    const questions = routes.filter(isSeen).flatMap((route) =>
      ['user', 'seen', ...(route.path.includes('domain') ? ['domain', 'seen domain'] : [])].flatMap((end) => {
        const hasId = /:(object_id|domain_id)/.test(route.path);
        if (!hasId && end !== 'user') return [];
        return forms.flatMap((form) => {
          const make = (headers?: Record<string, string>) => (names: HiddenNames) => {
            const id =
              end === 'seen'
                ? `${seenDomain}-1202`
                : end === 'seen domain'
                  ? seenDomain
                  : names[end as keyof HiddenNames];
            const path = route.path
              .replaceAll(/:(object_id|domain_id)/g, encodeURIComponent(id))
              .replaceAll(/:(asset_group_id|asset_group_tag_id|plan_id)/g, '1')
              .replaceAll(/:picture_id/g, keptPicture)
              .replaceAll(/:data_type/g, 'findings');
            return { method: route.method, target: targetOf({ path }) + form, ...(headers && { headers }) };
          };
          return [make(), ...(form === '' && route.method === 'GET' ? [make({ Accept: 'text/csv' })] : [])];
        });
      }),
    );
    expect(questions.length).toBeGreaterThan(100);
    expect(await differences(questions)).toEqual([]);
  });

  it('get no rows of limited tables by repositories of TypeORM', async () => {
    const query = { name: 'mine', query: 'MATCH (n) RETURN n' };
    const made = await services[0].ask('POST', '/api/v2/saved-queries', { body: JSON.stringify(query) });
    expect([made.status, ofTypeOrm.some((text) => text.includes('"saved_query"'))]).toEqual([201, true]);
    for (const route of routes.filter(isSeen)) await services[0].ask(route.method, targetOf(route));
    const names = new RegExp(String.raw`"(${limitedTables.join('|')})"`);
    expect(ofTypeOrm.filter((text) => names.test(text))).toEqual([]);
  });

  it('get equal answers to random questions', async () => {
    const questions = randomQuestions(
      Number(process.env['LIMITED_QUESTIONS'] ?? 300),
      Number(process.env['SEED'] ?? 51),
      isCompat,
    );
    expect(await differences(questions)).toEqual([]);
  });
});
