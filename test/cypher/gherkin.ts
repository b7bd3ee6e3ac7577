/** One scenario of a feature file, with the values of its example put in. */
export interface Scenario {
  readonly file: string;
  readonly name: string;
  readonly steps: readonly Step[];
}

export interface Step {
  readonly text: string;
  readonly docString: string | null;
  readonly table: readonly (readonly string[])[];
}

interface MutableStep {
  text: string;
  docString: string | null;
  table: string[][];
}

/** Reads the part of Gherkin that the openCypher suite uses. */
export function scenariosOf(file: string, text: string): Scenario[] {
  const scenarios: Scenario[] = [];
  const background: MutableStep[] = [];
  let steps = background;
  let outline: { name: string; examples: string[][] | null } | null = null;
  const finish = () => {
    if (!outline) return;
    const { name, examples } = outline;
    const [header, ...rows] = examples ?? [[]];
    const all = examples
      ? rows.map((row) => new Map(header!.map((key, index) => [key, row[index] ?? ''])))
      : [new Map()];
    for (const [index, values] of all.entries()) {
      const title = examples ? `${name} (example ${index + 1})` : name;
      scenarios.push({ file, name: title, steps: [...background, ...steps].map((step) => withValues(step, values)) });
    }
    outline = null;
  };
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim();
    const scenario = /^Scenario(?: Outline)?:\s*(.*)$/.exec(line);
    if (scenario) {
      finish();
      outline = { name: scenario[1]!, examples: null };
      steps = [];
    } else if (line === 'Examples:' && outline) outline.examples = [];
    else if (/^(Given|When|Then|And|But) /.test(line)) steps.push({ text: line, docString: null, table: [] });
    else if (line === '"""') {
      const indent = lines[at]!.indexOf('"""');
      const content: string[] = [];
      for (at++; lines[at]!.trim() !== '"""'; at++) content.push(lines[at]!.slice(indent));
      steps.at(-1)!.docString = content.join('\n');
    } else if (line.startsWith('|')) (outline?.examples ?? steps.at(-1)!.table).push(cellsOf(line));
  }
  finish();
  return scenarios;
}

function cellsOf(line: string): string[] {
  const cells = line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('\\\\', '\\'));
}

function withValues({ text, docString, table }: MutableStep, values: ReadonlyMap<string, string>): Step {
  const replaced = (it: string) => it.replace(/<(\w+)>/g, (whole, name: string) => values.get(name) ?? whole);
  return {
    text: replaced(text),
    docString: docString === null ? null : replaced(docString),
    table: table.map((row) => row.map(replaced)),
  };
}
