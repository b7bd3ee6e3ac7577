import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { scenariosOf } from './gherkin.js';
import { runScenario } from './run-scenario.js';

export interface Failure {
  readonly scenario: string;
  readonly reason: string;
}

/** Runs all scenarios of the feature files in a folder. */
export function runFolder(folder: string): { readonly passed: number; readonly failures: readonly Failure[] } {
  const failures: Failure[] = [];
  let passed = 0;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.feature'));
  for (const file of files.toSorted()) {
    const path = join(folder, file);
    for (const scenario of scenariosOf(path, readFileSync(path, 'utf8'))) {
      const reason = runScenario(scenario);
      if (reason === null) passed++;
      else failures.push({ scenario: `${relative(folder, path)}: ${scenario.name}`, reason });
    }
  }
  return { passed, failures };
}
