import { loadEnvFile, loadSettings } from './base/config/load-settings.js';
import { runService } from './server.js';

try {
  loadEnvFile();
  const settings = loadSettings(process.env);
  const { service, stopping } = await runService(settings);
  if (service.initialAdmin) {
    const { name, generatedPassword } = service.initialAdmin;
    const password = generatedPassword ? `${generatedPassword} (shown this once)` : 'as set by INITIAL_ADMIN_PASSWORD';
    process.stderr.write(`First start: user ${name}, password ${password}\n`);
  }
  if (!stopping.aborted)
    process.stderr.write(
      `Graphward (${settings.edition}) listens on ${service.url}; reference: ${service.url}/api/v2/docs\n`,
    );
} catch (error) {
  process.stderr.write(`Graphward can't start:\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
