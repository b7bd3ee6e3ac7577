import { type Command, InvalidArgumentError, Option } from 'commander';

/** A service to ask, other than one on the database of the settings. */
export interface GivenService {
  readonly url?: string;
  readonly token?: string;
  /** Whether it must be given. */
  readonly remote?: boolean;
}

/**
 * Adds the options of a command that asks a service.
 * @param remote the meaning of `--remote`
 */
export function withServiceOptions(
  command: Command,
  remote = 'ask the service of --url and --token, and never the database of the settings',
): Command {
  return command
    .option('--remote', remote)
    .addOption(new Option('--url <url>', 'URL of the service').env('GRAPHWARD_URL'))
    .addOption(new Option('--token <token>', 'bearer token of a session').env('GRAPHWARD_TOKEN'));
}

/** The name of all nodes of tier zero as an end. */
export const tierZero = 'tier-zero';

/** Also by the name that the API has. */
export function isTierZero(name: string): boolean {
  return /^tier[-_ ]?zero$/i.test(name);
}

/** Reads an option that takes a whole number from 1. */
export function count(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It takes a whole number from 1.');
}
