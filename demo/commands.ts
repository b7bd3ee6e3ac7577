import type { RegisterCommand } from '../src/commands/terminal.js';
import { registerDemo } from './demo.command.js';
import { registerCollectorSimulate } from './simulated-collector/collector-simulate.command.js';

/** Commands of the sample estate: the only file here that the product imports (.dependency-cruiser.cjs). */
export const demoCommands: readonly RegisterCommand[] = [registerDemo, registerCollectorSimulate];
