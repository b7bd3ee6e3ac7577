import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../support/app.js';
import { OpenApiJudge } from '../support/openapi.js';

/** Filters that accept any text, as specified, although answers contain only a few values. */
const anyText = ['/api/v2/jobs/finished status'];

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

let app: TestApp;
let judge: OpenApiJudge;

beforeAll(async () => {
  app = await testApp();
  judge = await OpenApiJudge.of(app.url);
});
afterAll(() => app.close());

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

describe('filters of columns with a fixed set of values', () => {
  it('reject any other value and list the valid ones', async () => {
    const loose: string[] = [];
    const strict: string[] = [];
    for (const [path, filter, values] of choices()) {
      const target = path.replaceAll(/\{\w+\}/g, '1');
      const answer = await app.call('GET', `${target}?${filter}=none_such`);
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
      '/api/v2/self/sessions kind',
    ]);
  });
});
