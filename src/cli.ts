import { runCommandLine } from './commands/run-command-line.js';
import { loadEnvFile } from './config/env-file.js';
import { loadSettings } from './config/load-settings.js';

loadEnvFile();
process.exitCode = await runCommandLine(process.argv.slice(2), {
  settings: (defaults) => loadSettings({ ...defaults, ...process.env }),
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
