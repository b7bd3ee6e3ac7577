import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { graphPermissions } from '../../src/auth/permissions.js';
import { hiddenEstate, seenDomain } from '../support/limited-estate.js';
import { limitedService, type LimitedService, shownAnswer } from '../support/limited-services.js';
import { type Route, routesOf, targetOf } from '../support/routes.js';

/** Their answers are of the whole graph, or of the service: limited accounts are refused. */
const refused = ['GET /api/v2/analysis/runs'];

/** Placeholders of a target: an id or a name of the hidden estate of the service that is asked. */
const absent = { user: 'S-1-5-21-8-8-8-110', domain: 'S-1-5-21-8-8-8', foreign: 'thing-8', word: 'ABSENTWORD' };

type Names = typeof absent;

let services: [LimitedService, LimitedService];
let routes: Route[];

beforeAll(async () => {
  services = await Promise.all([
    limitedService(hiddenEstate('QUETZAL', 3, 3)),
    limitedService(hiddenEstate('ZYGOTE', 4, 6)),
  ]);
  routes = routesOf(services[0].app.app).filter(
    ({ access }) => access && 'permission' in access && graphPermissions.includes(access.permission),
  );
});
afterAll(async () => {
  await Promise.all(services.map(({ app }) => app.close()));
});

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

const isSeen = ({ access }: Route) => access !== undefined && 'limited' in access && access.limited === true;

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

async function answersTo(make: (names: Names) => Asked): Promise<string[]> {
  const all = services.flatMap((service) => [
    { service, names: service.hidden },
    { service, names: absent },
  ]);
  return Promise.all(
    all.map(async ({ service, names }) => {
      const { method, target, headers, body } = make(names);
      const response = await service.ask(method, target, {
        ...(headers && { headers }),
        ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });
      const answer = await shownAnswer(response, [
        names.user,
        names.domain,
        names.foreign,
        ...(target.includes(names.word) || body ? [names.word] : []),
      ]);
      return answer;
    }),
  );
}

/** @returns the questions whose answers differ, or contain a hidden word */
async function differences(questions: readonly ((names: Names) => Asked)[]): Promise<string[]> {
  const found: string[] = [];
  for (const make of questions) {
    const [first, ...others] = await answersTo(make);
    const { method, target, body } = make(absent);
    const leak = /QUETZAL|ZYGOTE/i.exec([first, ...others].join('\n'));
    const other = others.find((it) => it !== first);
    if (other !== undefined || leak || /^5\d\d/.test(first!))
      found.push(
        `${method} ${target} ${body ? JSON.stringify(body) : ''}\n${leak?.[0] ?? ''}\n${first!.slice(0, 1500)}\n${other?.slice(0, 1500)}`,
      );
  }
  return found;
}

const forms = ['', '?limit=1000', '?type=list', '?type=graph', '?counts=true', '?sort_by=nothing'];

describe('limited accounts', () => {
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
      ['user', 'domain', 'foreign', 'seen', 'seen domain'].flatMap((end) => {
        const hasId = /:(object_id|domain_id)/.test(route.path);
        if (!hasId && end !== 'user') return [];
        return forms.flatMap((form) => {
          const make = (headers?: Record<string, string>) => (names: Names) => {
            const id =
              end === 'seen' ? `${seenDomain}-1202` : end === 'seen domain' ? seenDomain : names[end as keyof Names];
            const path = route.path
              .replaceAll(/:(object_id|domain_id)/g, encodeURIComponent(id))
              .replaceAll(/:(asset_group_id|asset_group_tag_id)/g, '1');
            return { method: route.method, target: targetOf({ path }) + form, ...(headers && { headers }) };
          };
          return [make(), ...(form === '' && route.method === 'GET' ? [make({ Accept: 'text/csv' })] : [])];
        });
      }),
    );
    expect(questions.length).toBeGreaterThan(100);
    expect(await differences(questions)).toEqual([]);
  });
});
