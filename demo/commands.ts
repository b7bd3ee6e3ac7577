import type { RegisterCommand } from '../src/commands/terminal.js';
import { registerCollectorSimulate } from './simulated-collector/collector-simulate.command.js';
import { commandGroup } from '../src/commands/terminal.js';

/** `demo`: starts the service with a sample estate and shows the operations. `demo load`: loads the estate only. */
const registerDemo: RegisterCommand = (program, terminal) => {
  const group = commandGroup(program, 'demo', 'start the service with a sample estate and show the seven operations');
  group.action(async () => {
    const { runDemo } = await import('./run-demo.js');
    await runDemo(terminal);
  });
  group
    .command('load')
    .description('load the sample estate into the configured database, which a running service may use')
    .action(async () => {
      const { runDemoLoad } = await import('./run-demo.js');
      await runDemoLoad(terminal);
    });
};

/** Commands of the sample estate: the only file here that the product imports (.dependency-cruiser.cjs). */
export const demoCommands: readonly RegisterCommand[] = [registerDemo, registerCollectorSimulate];
