import { basename, relative } from 'node:path';

/** The words that called this command line, for its help and for commands that it suggests. */
export function calledAs(
  program = process.argv[1] ?? '',
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (basename(program) !== 'cli.js') return 'graphward';
  return environment['npm_lifecycle_event'] ? 'npm run -s cli --' : `node ${relative(process.cwd(), program)}`;
}
