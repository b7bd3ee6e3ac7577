import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CypherError } from '../../src/graph/cypher/cypher-error.js';
import { ask, type Answer } from './ask.js';
import { create, plainOf } from './create.js';
import type { Scenario, Step } from './gherkin.js';
import { PlainGraph } from './plain-graph.js';
import { normalised, shown } from './tck-values.js';

/** Runs a scenario. @returns null if it passes, else the reason why not */
export function runScenario(scenario: Scenario): string | null {
  try {
    return new Run(scenario.file).run(scenario.steps);
  } catch (error) {
    return error instanceof CypherError ? `${error.fault}: ${error.message}` : String(error);
  }
}

class Run {
  private graph = new PlainGraph();
  private parameters: Record<string, unknown> = {};
  private answer: Answer | undefined;
  private error: CypherError | undefined;

  constructor(private readonly file: string) {}

  run(steps: readonly Step[]): string | null {
    for (const step of steps) {
      const reason = this.step(step);
      if (reason !== null) return reason;
    }
    return null;
  }

  private step({ text, docString, table }: Step): string | null {
    const named = /the (.*) graph$/.exec(text)?.[1];
    if (/ (an empty|any) graph$/.test(text)) return null;
    if (named) return this.load(named);
    if (text.endsWith('having executed:')) create(this.graph, docString!);
    else if (/parameters (values )?are:$/.test(text))
      for (const [name, value] of table) this.parameters[name!] = this.valueOf(value!);
    else if (text.includes('executing query:')) this.execute(docString!);
    else if (text.includes('should be raised')) return this.error ? null : 'expected an error';
    else if (text.includes('the result should be')) return this.compare(text, table);
    return null;
  }

  private load(name: string): null {
    for (let folder = dirname(this.file); folder !== dirname(folder); folder = dirname(folder)) {
      const file = join(folder, 'graphs', `${name}.cypher`);
      if (!existsSync(file)) continue;
      create(this.graph, readFileSync(file, 'utf8'));
      return null;
    }
    throw new Error(`there is no graph ${name}`);
  }

  private valueOf(text: string): unknown {
    return plainOf(ask(new PlainGraph(), `RETURN ${text} AS value`).rows[0]![0]!);
  }

  private execute(query: string): void {
    try {
      this.answer = ask(this.graph, query, this.parameters);
    } catch (error) {
      if (!(error instanceof CypherError)) throw error;
      this.error = error;
    }
  }

  private compare(text: string, table: Step['table']): string | null {
    if (this.error) return `${this.error.fault}: ${this.error.message}`;
    const { columns, rows } = this.answer!;
    if (text.endsWith('be empty')) return rows.length === 0 ? null : `expected no row, found ${rows.length}`;
    const listsAreSorted = text.includes('ignoring element order');
    const [header, ...expected] = table;
    const wanted = expected.map((row) => row.map((cell) => normalised(cell, listsAreSorted)).join(' | '));
    const order = header!.map((name) => columns.indexOf(name));
    if (order.includes(-1)) return `expected the columns ${header!.join()}, found ${columns.join()}`;
    const found = rows.map((row) => order.map((at) => shown(row[at], this.graph, listsAreSorted)).join(' | '));
    const inOrder = text.includes('in order');
    const [a, b] = inOrder ? [wanted, found] : [wanted.toSorted(), found.toSorted()];
    return a.join('\n') === b.join('\n') ? null : `expected ${a.join(' ; ')}, found ${b.join(' ; ')}`;
  }
}
