import { isServiceUrl } from '../../base/values/service-url.js';
import { UsageError } from '../failure.js';
import type { Terminal } from '../terminal.js';
import { ServiceClient } from './service-client.js';
import type { GivenService } from './service-options.js';

/**
 * Runs a command with the given service, or else with one on the database of the settings (docs/adr/0041-command-line-client.md).
 * @throws Error with a message for the user
 */
export async function withService<T>(
  terminal: Terminal,
  given: GivenService,
  work: (service: ServiceClient) => Promise<T>,
): Promise<T> {
  const { url, token, remote = false } = await withStoredSession(given);
  const noted = async (service: ServiceClient) => {
    try {
      return await work(service);
    } finally {
      for (const note of service.notes) terminal.note(`note: ${note}`);
    }
  };
  if (remote || (url && token)) return noted(givenService({ remote, ...(url && { url }), ...(token && { token }) }));
  if (url || token) {
    const [present, absent] = url ? ['GRAPHWARD_URL', 'GRAPHWARD_TOKEN'] : ['GRAPHWARD_TOKEN', 'GRAPHWARD_URL'];
    throw new UsageError(`${present} is set without ${absent}: set both, or none to use the database of the settings`);
  }
  // The application takes a second to load.
  const { withDatabaseService } = await import('./database-service.js');
  return withDatabaseService(terminal, noted);
}

/** Adds what `login` has stored, to `--remote` without a token, and to a URL that it is for. */
export async function withStoredSession(given: GivenService): Promise<GivenService> {
  const { url, token, remote } = given;
  if (token || !(url || remote)) return given;
  const { findSession } = await import('./stored-session.js');
  const stored = await findSession();
  return stored && (!url || url.replace(/\/+$/, '') === stored.url) ? { ...given, ...stored } : given;
}

/** @throws UsageError unless both the URL and the token are given, and paths can be appended to the URL */
export function givenService({ url, token }: GivenService): ServiceClient {
  if (url && !isServiceUrl(url))
    throw new UsageError('GRAPHWARD_URL or --url is not valid; it takes an http(s) URL, such as http://127.0.0.1:8080');
  if (url && token) return new ServiceClient(url.replace(/\/+$/, ''), token);
  throw new UsageError('--remote needs GRAPHWARD_URL and GRAPHWARD_TOKEN, or --url and --token');
}
