#!/usr/bin/env node
import { runCommandLine } from './commands/commands.js';
import { failureOf } from './commands/failure.js';
import { lineWriter } from './commands/output/line-writer.js';
import { loadEnvFile, loadSettings } from './base/config/load-settings.js';

function end(error: unknown): never {
  const { code, message } = failureOf(error);
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

try {
  loadEnvFile();
} catch (error) {
  end(error);
}
process.exitCode = await runCommandLine(process.argv.slice(2), {
  settings: async (defaults) => loadSettings({ ...defaults, ...process.env }),
  print: lineWriter(process.stdout, end),
  note: lineWriter(process.stderr, end),
  // Node opens it when it is read first.
  get input() {
    return process.stdin;
  },
  columns: process.stdout.isTTY ? process.stdout.columns : undefined,
  hasColours: process.stdout.isTTY && process.stdout.hasColors(),
});
