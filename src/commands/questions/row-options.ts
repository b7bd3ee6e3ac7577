import type { Command } from 'commander';
import type { Query } from './service-client.js';

/** Conditions on the rows of a list, their properties and their order. */
export interface RowOptions {
  /** `<property>:[<predicate>:]<value>` */
  readonly where?: readonly string[];
  /** Names of properties, separated by commas. */
  readonly props?: string;
  readonly sortBy?: readonly string[];
}

/** Adds the options by which rows are chosen, shown and sorted. */
export function withRowOptions(command: Command): Command {
  return command
    .option('--where <condition>', 'rows with this property alone, such as enabled:true; may be repeated', added)
    .option('--props <names>', 'also print these properties, such as enabled,lastlogontimestamp')
    .option(
      '--sort-by <column>',
      'sort by this column or props.NAME, descending with - before it; may be repeated',
      added,
    );
}

export function rowQuery({ where, props, sortBy }: RowOptions): Query {
  return { ...(where && { where }), props, ...(sortBy && { sort_by: sortBy }) };
}

/** Reads an option that may be repeated. */
export function added(text: string, others: readonly string[] = []): readonly string[] {
  return [...others, text];
}
