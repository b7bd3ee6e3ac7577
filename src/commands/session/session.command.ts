import { Option } from 'commander';
import { isServiceUrl } from '../../base/values/service-url.js';
import { UsageError } from '../failure.js';
import type { RegisterCommand } from '../terminal.js';

/** `login`: opens a session by the page, without a password on the command line or on disk. */
const registerLogin: RegisterCommand = (program, terminal) => {
  program
    .command('login')
    .description('log in by the page of a service; commands with --remote then use the session')
    .addOption(new Option('--url <url>', 'URL of the service; by default that of the settings').env('GRAPHWARD_URL'))
    .action(async ({ url }: { readonly url?: string }) => {
      if (url !== undefined && !isServiceUrl(url))
        throw new UsageError('--url is not valid; it takes an http(s) URL, such as https://graph.example');
      const { serviceUrl } = await import('../questions/service-url.js');
      const { logInByPage } = await import('./device-login.js');
      await logInByPage(terminal, url?.replace(/\/+$/, '') ?? serviceUrl(await terminal.settings()));
    });
};

/** `logout`: ends the session of `login`. */
const registerLogout: RegisterCommand = (program, terminal) => {
  program
    .command('logout')
    .description('end the session that login has opened')
    .action(async () => {
      const { findSession, forgetSession } = await import('../questions/stored-session.js');
      const session = await findSession();
      if (!session) return terminal.note('there is no session');
      const { ServiceClient, ServiceError } = await import('../questions/service-client.js');
      try {
        await new ServiceClient(session.url, session.token).logOut();
      } catch (error) {
        // It has ended already.
        if (!(error instanceof ServiceError) || error.status !== 401) throw error;
      }
      await forgetSession();
      terminal.note(`logged out of ${session.url}`);
    });
};

export const sessionCommands: readonly RegisterCommand[] = [registerLogin, registerLogout];
