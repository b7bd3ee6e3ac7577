import { withService } from '../questions/with-service.js';
import { withServiceOptions } from '../questions/service-options.js';
import type { GivenService } from '../questions/service-options.js';
import type { RegisterCommand } from '../terminal.js';

/** `mcp`: lets an assistant on this machine ask a service by standard input and output. */
export const registerMcp: RegisterCommand = (program, terminal) => {
  withServiceOptions(
    program.command('mcp').description('answer an assistant on standard input and output (Model Context Protocol)'),
  ).action((options: GivenService) =>
    withService(terminal, options, async (service) => {
      const { relayStdio } = await import('./relay-stdio.js');
      await relayStdio(service, terminal);
    }),
  );
};
