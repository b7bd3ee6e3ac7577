import { Option } from 'commander';
import type { RegisterCommand, Terminal } from '../terminal.js';
import type { PathsOptions } from './ask-paths.js';
import { count, type GivenService, isTierZero, tierZero, withServiceOptions } from './service-options.js';
import { withViewOptions } from './view-options.js';

interface PathOptions extends GivenService, PathsOptions {
  readonly limit: number;
  readonly explain?: true;
  readonly json?: true;
}

/** `path FROM TO`: prints the shortest paths between two objects. */
export const registerPath: RegisterCommand = (program, terminal) => {
  const command = program
    .command('path')
    .description('print the shortest paths from an object to another, or to the nearest object of tier zero')
    .argument('<from>', 'name or object id')
    .argument('<to>', `name or object id, or ${tierZero}`)
    .option('--limit <number>', 'paths to print', count, 10)
    .option('--longer', 'also print the paths of one step more')
    .addOption(
      new Option('--paths <number>', 'print this many of the shortest paths, which may differ in length')
        .argParser(count)
        .conflicts('longer'),
    )
    .addOption(new Option('--explain', 'also print what each step means, its danger and remedy').conflicts('json'))
    .option('--json', 'print the answer of the service: one graph of all paths');
  withServiceOptions(withViewOptions(command)).action((from: string, to: string, options: PathOptions) =>
    printPaths(terminal, from, to, options),
  );
};

async function printPaths(terminal: Terminal, from: string, to: string, options: PathOptions): Promise<void> {
  const { withService } = await import('./with-service.js');
  const { askPaths, pathsText } = await import('./ask-paths.js');
  const { answer, start, end } = await withService(terminal, options, (service) =>
    askPaths(service, from, isTierZero(to) ? null : to, options),
  );
  terminal.print(
    options.json
      ? answer
      : pathsText(JSON.parse(answer), {
          start,
          end,
          most: Math.max(options.limit, options.paths ?? 0),
          isExplained: options.explain === true,
          isLonger: options.longer === true,
          look: terminal,
        }),
  );
}
