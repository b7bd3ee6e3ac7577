import type { Command } from 'commander';
import type { Settings } from '../base/config/settings.js';

/** What a command may use of the process that it runs in. */
export interface Terminal {
  /**
   * @param defaults what a command takes where the environment is silent, in place of the product's own defaults
   * @throws SettingsError
   */
  settings(defaults?: Readonly<Record<string, string>>): Promise<Settings>;
  /** One line of the result: standard output. */
  print(line: string): void;
  /** One line beside the result: standard error. */
  note(line: string): void;
}

/**
 * Adds one command to the command line. Its action throws an Error whose message is all that the user needs to know, and imports by
 * itself what the command needs to run: whoever starts another one doesn't wait for that.
 */
export type RegisterCommand = (program: Command, terminal: Terminal) => void;
