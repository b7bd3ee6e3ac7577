import { errorMessage } from './base/error-message.js';
import { loadEnvFile, loadSettings } from './base/config/load-settings.js';
import { runServe } from './commands/run-serve.js';

const note = (line: string) => process.stderr.write(`${line}\n`);

try {
  loadEnvFile();
  await runServe({ settings: async () => loadSettings(process.env), note });
} catch (error) {
  note(errorMessage(error));
  process.exitCode = 1;
}
