import { InvalidArgumentError, Option } from 'commander';
import { isJsonObject } from '../../base/values/json-object.js';
import type { FormatOptions } from '../output/formats.js';
import type { RegisterCommand, Terminal } from '../terminal.js';
import type { CypherValue } from './query-text.js';
import { type GivenService, withServiceOptions } from './service-options.js';

interface QueryOptions extends GivenService, FormatOptions {
  readonly parameters?: object;
  readonly explain?: true;
}

/** `query CYPHER`: runs a query, and prints its rows. */
export const registerQuery: RegisterCommand = (program, terminal) => {
  const command = program
    .command('query')
    .description('run a query in Cypher that reads the graph, and print its rows')
    .argument('<cypher>', 'the query, such as "MATCH (u:User) RETURN u.name LIMIT 5"')
    .option('--parameters <json>', 'values by the names of parameters, such as {"name":"ADA@BIRCH.LOCAL"}', jsonObject)
    .addOption(new Option('--explain', 'print the steps of the plan, and run nothing').conflicts(['csv', 'tsv']))
    .option('--json', 'print the answer of the service: columns and rows')
    .option('--csv', 'print CSV')
    .option('--tsv', 'print the table with tabs between its columns');
  withServiceOptions(command).action((query: string, options: QueryOptions) => printRows(terminal, query, options));
};

/** Reads an option that takes an object of JSON. */
function jsonObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // The error below says what would be right.
  }
  throw new InvalidArgumentError('It takes an object of JSON: {"name":"value"}.');
}

async function printRows(terminal: Terminal, query: string, options: QueryOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { formatOf, mediaTypeOf, printedAsSent, rowsText } = await import('../output/formats.js');
  const { cellOf } = await import('./query-text.js');
  const { parameters, explain } = options;
  const format = formatOf(options);
  const answer = await withService(terminal, options, (service) =>
    service.post('/api/v2/graphs/cypher', { query, parameters, explain, form: 'table' }, mediaTypeOf(format)),
  );
  if (printedAsSent(terminal, answer, format)) return;
  if (explain) {
    const plan: { readonly data: { readonly plan: readonly string[] } } = JSON.parse(answer);
    terminal.print(plan.data.plan.join('\n'));
    return;
  }
  const { data }: { readonly data: { readonly columns: readonly string[]; readonly rows: readonly CypherValue[][] } } =
    JSON.parse(answer);
  if (data.rows.length === 0) terminal.note('no rows');
  terminal.print(rowsText({ head: data.columns, rows: data.rows.map((row) => row.map(cellOf)) }, format, terminal));
}
