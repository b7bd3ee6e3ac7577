import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeExamples, type StoredExamples } from '../../src/observability/reference/describe-examples.js';
import { ExampleWorld, type Mode, modes } from '../examples/example-world.js';
import { fileOf, hasJson, operationsOf, recordExamples } from '../examples/record-examples.js';
import { type OpenApi, OpenApiJudge } from '../support/openapi.js';

const file = 'src/observability/reference/examples.json';
const isWriting = process.env['EXAMPLES'] === 'write';
const command = `EXAMPLES=write node scripts/run.mjs test --selectProjects inventory --testPathPatterns 'examples.inventory'`;

/** Bytes; each service reads the file, and sends it to each reader of the document. */
const most = 230_000;

let world: ExampleWorld;
let documents: Record<Mode, OpenApi>;
let recorded: StoredExamples;

beforeAll(async () => {
  world = await ExampleWorld.create();
  const published = modes.map(async (mode) => {
    const answer = await fetch(`${world.services[mode].url}/api/v2/spec`);
    return [mode, await answer.json()] as const;
  });
  documents = Object.fromEntries(await Promise.all(published)) as typeof documents;
  recorded = await recordExamples(world, documents);
  if (isWriting) await writeFile(file, fileOf(recorded));
});
afterAll(() => world.close());

describe('the examples of the OpenAPI document', () => {
  it(`are what the demo answers; "${command}" writes them`, async () => {
    const [stored, wanted] = [await readFile(file, 'utf8'), fileOf(recorded)];
    const lines = new Set(wanted.split('\n'));
    const stale = stored.split('\n').filter((line) => !lines.has(line));
    expect(stale.map((line) => `run ${command}; it changes: ${line}`)).toEqual([]);
    expect(stored).toBe(wanted);
  });

  it(`take less than ${most} bytes`, async () => {
    expect((await readFile(file)).length).toBeLessThan(most);
  });

  it('have no address of a machine and no session token', async () => {
    const text = await readFile(file, 'utf8');
    expect(['127.0.0.1', 'eyJ'].filter((it) => text.includes(it))).toEqual([]);
  });
});

describe.each(modes)('the OpenAPI document of the edition %s', (mode) => {
  const described = () => describeExamples(documents[mode], recorded[mode]) as OpenApi;

  // A service reads the file once.
  if (!isWriting)
    it('has the recorded examples', () => {
      expect(documents[mode]).toEqual(described());
    });

  it('has a call of each operation, with what it requires, and its answer if a success has JSON', () => {
    const faults = operationsOf(documents[mode]).flatMap(([name, operation]) => {
      const { parameters = {}, body, answer } = recorded[mode][name] ?? {};
      const lacking = (operation.parameters ?? []).filter((it) => it.required && !(it.name in parameters));
      return [
        ...lacking.map((it) => `${name} lacks ${it.name}`),
        ...((body !== undefined) === (operation.requestBody !== undefined) ? [] : [`${name} and its body`]),
        ...((answer !== undefined) === hasJson(operation) ? [] : [`${name} and its answer`]),
      ];
    });
    expect(faults).toEqual([]);
  });
});

// The operations of the community edition are a part of the others, and compiling schemas takes a second.
it.each([
  ['enterprise', 'community'],
  ['enterprise bloodhound', 'community bloodhound'],
] as const)('the examples of the editions %s and %s fit their schemas, without further properties', (mode, smaller) => {
  const judge = new OpenApiJudge(documents[mode]);
  const fits = (place: string, { example, schema }: Exemplified) =>
    example === undefined || !schema ? [] : judge.misfits(example, schema).map((it) => `${place}: ${it}`);
  const described = [recorded[mode], recorded[smaller]].map((it) => describeExamples(documents[mode], it) as OpenApi);
  const faults = described
    .flatMap(operationsOf)
    .flatMap(([name, { parameters = [], requestBody, responses }]) => [
      ...parameters.flatMap((it) => fits(`${name} ${it.name}`, it)),
      ...[requestBody, ...Object.values(responses)].flatMap((it) =>
        Object.values(it?.content ?? {}).flatMap((media) => fits(name, media)),
      ),
    ]);
  expect(faults).toEqual([]);
});

interface Exemplified {
  readonly example?: unknown;
  readonly schema?: object;
}
