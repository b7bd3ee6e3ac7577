import { commandGroup } from '../src/commands/command-group.js';
import type { RegisterCommand } from '../src/commands/terminal.js';

/** `demo`: the service with a sample estate and its seven operations on show. `demo load`: the estate alone. */
export const registerDemo: RegisterCommand = (program, terminal) => {
  const group = commandGroup(program, 'demo', 'the service with a sample estate, all seven operations on show');
  group.action(async () => {
    const { runDemo } = await import('./run-demo.js');
    await runDemo(terminal);
  });
  group
    .command('load')
    .description('put the sample estate into the database of the settings, also beside a running service')
    .action(async () => {
      const { runDemoLoad } = await import('./run-demo.js');
      await runDemoLoad(terminal);
    });
};
