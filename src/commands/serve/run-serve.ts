import { runService } from '../../server.js';
import type { Terminal } from '../terminal.js';

/** Starts the service and prints its address. It runs until a signal stops it. */
export async function runServe(terminal: Pick<Terminal, 'settings' | 'note'>): Promise<void> {
  try {
    const settings = await terminal.settings();
    const { service, stopping } = await runService(settings);
    if (service.initialAdmin) {
      const { name, generatedPassword } = service.initialAdmin;
      const password = generatedPassword
        ? `${generatedPassword} (shown this once)`
        : 'as set by INITIAL_ADMIN_PASSWORD';
      terminal.note(`First start: user ${name}, password ${password}`);
    }
    if (!stopping.aborted)
      terminal.note(`Graphward (${settings.edition}) listens on ${service.url}; reference: ${service.url}/api/v2/docs`);
  } catch (error) {
    terminal.note("Graphward can't start:");
    throw error;
  }
}
