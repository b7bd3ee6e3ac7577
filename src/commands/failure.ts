import { CommanderError } from 'commander';
import { SettingsError } from '../base/config/load-settings.js';
import { errorMessage } from '../base/error-message.js';
import { AppError } from '../base/errors.js';
import { isConnectionLoss } from '../database/driver-errors.js';
import { DatabaseUnavailableError, EmbeddedPostgresError } from '../database/servers/operator-messages.js';
import { ServiceAwayError, ServiceError } from './questions/service-client.js';

/** The exit codes of all commands (docs/operations.md). */
const exitCodes = {
  done: 0,
  /** The command failed or was refused, found nothing, or a check found faults. */
  failed: 1,
  /** The words of the command or the settings are wrong; nothing was done. */
  usage: 2,
  /** The database or the service cannot be used. */
  unavailable: 3,
} as const;
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The words of a command or its input are wrong. The message is for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Failure {
  readonly code: ExitCode;
  /** Null if it is printed already. */
  readonly message: string | null;
}

/** The exit code and the message of a command that threw `error`. */
export function failureOf(error: unknown): Failure {
  // Commander prints its messages itself. It also throws after `--help`.
  if (error instanceof CommanderError)
    return { code: error.exitCode === 0 ? exitCodes.done : exitCodes.usage, message: null };
  return { code: codeOf(error), message: messageOf(error) };
}

function codeOf(error: unknown): ExitCode {
  if (error instanceof UsageError || error instanceof SettingsError) return exitCodes.usage;
  return isUnavailable(error) ? exitCodes.unavailable : exitCodes.failed;
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof ServiceError) return error.status >= 502 || error.status === 429;
  return (
    [DatabaseUnavailableError, EmbeddedPostgresError, ServiceAwayError].some((type) => error instanceof type) ||
    isConnectionLoss(error)
  );
}

/** Faults of services name a place in a request, which a command does not have. */
function messageOf(error: unknown): string {
  return error instanceof AppError ? error.faults.map(({ message }) => message).join('\n') : errorMessage(error);
}
