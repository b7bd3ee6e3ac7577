import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

interface DemandedSpecs {
  readonly demandedFiles: () => readonly string[];
  readonly specsFor: (file: string) => readonly string[];
  readonly testedFrom: Readonly<Record<string, readonly string[]>>;
}

interface CheckSpecs {
  readonly emptiedFunctions: (
    file: string,
    text: string,
  ) => readonly { readonly name: string; readonly text: string }[];
}

const load = (file: string): Promise<unknown> => import(new URL(`../../scripts/${file}`, import.meta.url).href);

describe('scripts/demanded-specs.mjs', () => {
  let demanded: DemandedSpecs;

  beforeAll(async () => {
    demanded = (await load('demanded-specs.mjs')) as DemandedSpecs;
  });

  it('finds a spec beside each service, repository, rule, row and screen', () => {
    const files = demanded.demandedFiles();
    const suffixes = ['accounts.service.ts', 'accounts.repository.ts', 'relays.ts', 'weaknesses.ts', 'plan.tsx'];
    expect(suffixes.filter((suffix) => !files.some((file) => file.endsWith(`/${suffix}`)))).toEqual([]);
    expect(files.filter((file) => demanded.specsFor(file).length === 0)).toEqual([]);
  });

  it('names other specs only for folders that need it, and specs that exist', () => {
    const { testedFrom, demandedFiles, specsFor } = demanded;
    const files = demandedFiles();
    const needsIt = (folder: string) =>
      files.some((file) => dirname(file) === folder && specsFor(file) === testedFrom[folder]);
    expect(Object.keys(testedFrom).filter((folder) => !needsIt(folder))).toEqual([]);
    expect(
      Object.values(testedFrom)
        .flat()
        .filter((spec) => !existsSync(spec)),
    ).toEqual([]);
  });
});

describe('scripts/check-specs.mjs', () => {
  it('empties functions, public methods and functions of objects', async () => {
    const { emptiedFunctions } = (await load('check-specs.mjs')) as CheckSpecs;
    const namesIn = (file: string) => emptiedFunctions(file, readFileSync(file, 'utf8')).map(({ name }) => name);
    expect(namesIn('src/graph/questions/nodes/node-marks.ts')).toEqual(['clear', 'has', 'add', 'distanceOf']);
    expect(namesIn('src/analysis/rules/directory/relays.ts')).toEqual(['derive']);
    expect(namesIn('src/graph/questions/reachability/former-graph.ts')).toEqual([
      'size',
      'of',
      'isKnown',
      'idOf',
      'edgesInto',
      'firstSteps',
    ]);
    const [first] = emptiedFunctions(
      'x.ts',
      'export function a(\n  b: number,\n): { c: number } {\n  return { c: b };\n}',
    );
    expect(first?.text).toBe(
      "export function a(\n  b: number,\n): { c: number } {\nthrow new Error('emptied x.ts a 1');\n  return { c: b };\n}",
    );
  });
});
