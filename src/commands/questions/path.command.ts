import { Option } from 'commander';
import type { RegisterCommand, Terminal } from '../terminal.js';
import { count, type GivenService, withServiceOptions } from './service-options.js';

interface PathOptions extends GivenService {
  readonly limit: number;
  readonly kinds?: string;
  readonly allKinds?: true;
  readonly explain?: true;
  readonly json?: true;
}

/** The names of all nodes of tier zero as an end: that of the command line, and that of the API. */
const tierZero = 'tier-zero';
const tierZeroNames: readonly string[] = [tierZero, 'tier_zero'];

/** `path FROM TO`: prints the shortest paths between two objects. */
export const registerPath: RegisterCommand = (program, terminal) => {
  const command = program
    .command('path')
    .description('print the shortest paths from an object to another, or to the nearest object of tier zero')
    .argument('<from>', 'name or object id')
    .argument('<to>', `name or object id, or ${tierZero}`)
    .option('--limit <number>', 'paths to print', count, 10)
    .option('--kinds <names>', 'follow edges of these kinds alone, such as MemberOf,AdminTo')
    .option('--all-kinds', 'also follow edges that give no control, such as GetChanges')
    .addOption(new Option('--explain', 'also print what each step means, its danger and remedy').conflicts('json'))
    .option('--json', 'print the answer of the service: one graph of all paths');
  withServiceOptions(command).action((from: string, to: string, options: PathOptions) =>
    printPaths(terminal, from, to, options),
  );
};

async function printPaths(terminal: Terminal, from: string, to: string, options: PathOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { askPaths, pathsText } = await import('./ask-paths.js');
  const { answer, start, end } = await withService(terminal, options, (service) =>
    askPaths(service, from, tierZeroNames.includes(to.toLowerCase()) ? null : to, options),
  );
  terminal.print(
    options.json
      ? answer
      : pathsText(JSON.parse(answer), {
          start,
          end,
          most: options.limit,
          isExplained: options.explain === true,
          look: terminal,
        }),
  );
}
