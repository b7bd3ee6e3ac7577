import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Prints a line to standard error, because standard output belongs to the task. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** Runs a program of the project in this process, so that signals, standard input and the exit code work unchanged. */
export async function become(program, words = []) {
  const path = join(root, program);
  process.setSourceMapsEnabled(true);
  process.argv = [process.argv[0], path, ...words];
  await import(pathToFileURL(path).href);
  return process.exitCode ?? 0;
}

/** Runs a JavaScript program with this Node in the project's folder. @returns the exit code as in a shell */
export function runNode(words, stdio = 'inherit') {
  return runProgram(process.execPath, words, { stdio });
}

export function runProgram(program, words, options) {
  return new Promise((resolve) => {
    const child = spawn(program, words, { cwd: root, ...options });
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', pass).on('SIGTERM', pass);
    const end = (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve(code);
    };
    child.once('error', (error) => {
      say(`${program} cannot be run: ${error.message}`);
      end(1);
    });
    child.once('exit', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}
