import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { format, resolveConfig } from 'prettier';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { calledOperations, typesOf } from '../../scripts/ui-types.mjs';
import { type TestApp, testApp } from '../support/app.js';
import type { OpenApi } from '../support/openapi.js';

/** The rules of generators and validators of other languages for the OpenAPI document. */
describe.each([
  ['community', '', 'https://graph.example/base/'],
  ['enterprise', '', ''],
  ['enterprise', 'bloodhound', ''],
] as const)(
  'the OpenAPI document of the %s edition, with COMPAT=%s and PUBLIC_URL=%s',
  (edition, compat, publicUrl) => {
    let app: TestApp;
    let text: string;
    let document: OpenApi;

    beforeAll(async () => {
      app = await testApp({ edition, environment: { COMPAT: compat, PUBLIC_URL: publicUrl } });
      text = await (await fetch(`${app.url}/api/v2/spec`)).text();
      document = JSON.parse(text);
    });
    afterAll(() => app.close());

    function operations(): OpenApi['paths'][string][string][] {
      return Object.values(document.paths).flatMap((item) => Object.values(item));
    }

    /** Every object in the document, with its place. */
    function* objects(value: unknown = document, place = ''): Generator<[string, Record<string, unknown>]> {
      if (typeof value !== 'object' || value === null) return;
      if (!Array.isArray(value)) yield [place, value as Record<string, unknown>];
      for (const [name, member] of Object.entries(value)) yield* objects(member, `${place}/${name}`);
    }

    // The document of the community edition is a part of the other one, and the same code writes both forms. These rules take seconds.
    if (edition === 'enterprise' && compat === '')
      it('has no problem by the recommended rules of Redocly', async () => {
        const config = await createConfig({ extends: ['recommended'] });
        const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
        // These rules do not read extensions, which refer to some components.
        const referred = new Set(
          [...objects()].flatMap(([place, { $ref }]) => (place.includes('/x-other-forms/') ? [$ref] : [])),
        );
        const found = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
        expect(found.filter(([rule, , place]) => rule !== 'no-unused-components' || !referred.has(place))).toEqual([]);
      });

    if (edition === 'enterprise' && compat === 'bloodhound')
      it('has no problem by the recommended rules of Spectral', async () => {
        const linter = new spectral.Spectral();
        const oas = rulesets.oas as unknown as RulesetDefinition;
        linter.setRuleset({ extends: [[oas, 'recommended']], rules: {} });
        const problems = await linter.run(JSON.parse(text));
        expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([]);
      });

    if (edition === 'enterprise' && compat === '')
      it('has the types of ui/api/schema.ts; "node scripts/run.mjs ui-types" writes it', async () => {
        const file = 'ui/api/schema.ts';
        const options = { ...(await resolveConfig(file)), filepath: file };
        expect(await readFile(file, 'utf8')).toBe(await format(typesOf(document, await calledOperations()), options));
      });

    it('has operation ids that are good names of functions', () => {
      const verbs =
        /^(accept|activate|ask|cancel|change|clear|count|create|delete|end|expire|export|get|import|ingest|list|log(in|out)$|preview|rename|replace|report|request|retry|rotate|run|save|search|set|start|test|update|upload)[A-Z]?[A-Za-z]*$/;
      const ids = operations().map(({ operationId }) => operationId);
      expect(ids.filter((id) => !verbs.test(id))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
      const specified = [
        'listTenantDataQuality',
        'listSamlProviders',
        'createCustomNodes',
        'getAssetGroup',
        'listUserAdminRights',
      ];
      const enterprise = edition === 'enterprise' ? ['listFinishedJobs', 'listEvents'] : [];
      expect(ids).toEqual(expect.arrayContaining([...specified, ...enterprise]));
    });

    it('has operation ids of words that the operation itself has', () => {
      const strange = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.values(item).flatMap(({ operationId, summary = '', description = '', tags }) => {
          const words =
            [path, summary, description, ...tags]
              .join(' ')
              .toLowerCase()
              .match(/[a-z]+/g) ?? [];
          const singular = words.map((it) => it.replace(/ies$/, 'y').replace(/s$/, ''));
          const [, rest = ''] = /^[a-z]+(.*)$/.exec(operationId) ?? [];
          return new RegExp(`^(${[...words, ...singular].join('|')})*$`).test(rest.toLowerCase()) ? [] : [operationId];
        }),
      );
      expect(strange).toEqual([]);
    });

    it('lists Prefer after the other parameters of an operation', () => {
      for (const { operationId, parameters = [] } of operations()) {
        const place = parameters.findIndex(({ name }) => name === 'Prefer');
        expect([operationId, place]).toEqual([operationId, parameters.length - 1]);
      }
    });

    it('states the permission of every operation', () => {
      const silent = operations().filter(({ description = '' }) => !/Needs |For collection clients/.test(description));
      expect(silent.map(({ operationId }) => operationId)).toEqual([]);
    });

    it('describes every tag, and uses it', () => {
      const used = new Set(operations().flatMap(({ tags }) => tags));
      expect(new Set(document.tags.map(({ name }) => name))).toEqual(used);
      expect(document.tags.filter(({ description }) => description === '')).toEqual([]);
    });

    it('has patterns that other languages support', () => {
      const foreign = [...objects()].flatMap(([place, { pattern }]) => {
        if (typeof pattern !== 'string') return [];
        const most = Math.max(0, ...[...pattern.matchAll(/\{\d*,?(\d+)\}/g)].map(([, count]) => Number(count)));
        // Properties of characters, groups that look around or have a name, references; RE2 repeats at most 1000 times.
        return /\\[pPkA-CE-VX-Z1-9]|\(\?(?!:)/.test(pattern) || most > 1000 ? [`${place}: ${pattern}`] : [];
      });
      expect(foreign).toEqual([]);
    });

    it('has no object with the format of a string', () => {
      const wrong = [...objects()].filter(([, { type, format }]) => type === 'object' && format !== undefined);
      expect(wrong.map(([place]) => place)).toEqual([]);
    });

    it('has the address of the service itself, or PUBLIC_URL', () => {
      expect(document.servers).toEqual([{ url: publicUrl === '' ? '/' : 'https://graph.example/base' }]);
    });
  },
);
