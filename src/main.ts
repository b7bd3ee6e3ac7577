import { loadEnvFile, loadSettings } from './base/config/load-settings.js';
import { failureOf } from './commands/failure.js';
import { runServe } from './commands/serve/run-serve.js';

const note = (line: string) => process.stderr.write(`${line}\n`);

try {
  loadEnvFile();
  await runServe({ settings: async () => loadSettings(process.env), note });
} catch (error) {
  const { code, message } = failureOf(error);
  note(message ?? '');
  process.exitCode = code;
}
