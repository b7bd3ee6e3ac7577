import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TestApp, testApp } from '../support/app.js';
import { OpenApiJudge } from '../support/openapi.js';
import { type Route, routesOf, targetOf } from '../support/routes.js';
import { send } from '../support/signed-client.js';

interface BodySchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
}

const inherited = Object.getOwnPropertyNames(Object.prototype);

describe.each([undefined, 'bloodhound'])('JSON bodies with COMPAT=%s', (compat) => {
  let app: TestApp;
  let judge: OpenApiJudge;
  let routes: Route[];

  beforeAll(async () => {
    app = await testApp({ environment: compat === undefined ? {} : { COMPAT: compat } });
    judge = await OpenApiJudge.of(app.url);
    routes = routesOf(app.app).filter((route) => propertiesOf(route).length > 0);
  });
  afterAll(() => app.close());

  /** Schema of the JSON body that the route takes, if it takes one. */
  function schemaOf({ method, path }: Route): BodySchema | undefined {
    const documented = judge.document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const { schema } = documented?.requestBody?.content['application/json'] ?? {};
    const name = schema?.$ref?.split('/').at(-1);
    return name === undefined ? schema : judge.document.components.schemas[name];
  }

  function propertiesOf(route: Route): string[] {
    return Object.keys(schemaOf(route)?.properties ?? {});
  }

  function call(route: Route, body: string): Promise<Response> {
    const options = { body, headers: { 'Content-Type': 'application/json' } };
    const { access } = route;
    if (access && 'public' in access) return send(app.url, route.method, targetOf(route), options);
    const isForClients = access?.permission === 'collector:call';
    return isForClients
      ? app.asClient(route.method, targetOf(route), options)
      : app.as('administrator', 'signature', route.method, targetOf(route), options);
  }

  it('are accepted by the documented routes', () => {
    expect(routes.map(({ handler }) => handler)).toContain('SessionsController.login');
    expect(routes.length).toBeGreaterThan(15);
  });

  it('with a property that every object inherits return 400 with its place, at any depth', async () => {
    for (const route of routes) {
      const key = fc.oneof(fc.constantFrom(...propertiesOf(route)), fc.constantFrom('icon', 'x', ...inherited));
      const path = fc.tuple(fc.array(key, { maxLength: 4 }), fc.constantFrom(...inherited));
      const value = fc.constantFrom(1, 'x', null, {}, { prototype: {} }, [[]]);
      const property = fc.asyncProperty(path, value, async ([outer, name], member) => {
        const keys = [...outer, name];
        const body = keys.reduceRight<unknown>((inner, it) => Object.fromEntries([[it, inner]]), member);
        const response = await call(route, JSON.stringify(body));
        const answer = (await response.json()) as { errors?: { context: string }[] };
        expect({ route: route.handler, status: response.status }).toEqual({ route: route.handler, status: 400 });
        // A route may name the outermost unknown member instead, or what a kind of this name lacks.
        const places = keys.map((_, index) => ['body', ...keys.slice(0, index + 1)].join('.'));
        // Some bodies may have any properties: such a route names what the body lacks.
        if (schemaOf(route)?.additionalProperties === true) return;
        const names = ({ context }: { context: string }) =>
          places.includes(context) || context.startsWith(places.at(-1)!);
        expect({ keys, named: answer.errors?.some(names) }).toEqual({ keys, named: true });
      });
      await fc.assert(property, { numRuns: 15 });
    }
  });

  it('with any values in known properties never fail the service', async () => {
    for (const route of routes) {
      const member = fc.tuple(fc.constantFrom(...propertiesOf(route)), fc.jsonValue());
      const property = fc.asyncProperty(fc.array(member), async (members) => {
        const { status } = await call(route, JSON.stringify(Object.fromEntries(members)));
        expect({ route: route.handler, failed: status >= 500 }).toEqual({ route: route.handler, failed: false });
      });
      await fc.assert(property, { numRuns: 15 });
    }
  });
});
