import { result } from '../service-process.mjs';

/** The command of openapi-generator. */
export const generatorName = 'openapi-generator-cli';

/** Runs a program to its end. @returns its standard output @throws Error with what it printed if it fails */
export async function run(program, words, cwd, env) {
  const { code, stdout, stderr } = await result(program, words, { cwd, env });
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
}

const versions = { npm: '--version', java: '-version', python3: '--version', go: 'version' };

/** @returns the programs that this machine lacks */
export async function missing(programs, env) {
  const found = await Promise.all(programs.map(async (it) => [it, await isPresent(it, env)]));
  return found.flatMap(([program, isFound]) => (isFound ? [] : [program]));
}

async function isPresent(program, env) {
  try {
    return (await result(program, [versions[program]], { env })).code === 0;
  } catch {
    return false;
  }
}
