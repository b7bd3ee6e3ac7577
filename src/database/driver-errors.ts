import { errorCode } from '../base/error-message.js';

/** SQLSTATE of an error of the driver, also where TypeORM has wrapped it; undefined for anything else. */
function sqlState(error: unknown): string | undefined {
  const code = errorCode(error);
  if (code !== undefined || typeof error !== 'object' || error === null) return code;
  return 'driverError' in error ? sqlState(error.driverError) : undefined;
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** Values that a column does not take, such as text for a number or a row without its key: classes 22 and 23 of SQLSTATE. */
export function isUnfitData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}

export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503';
}

/** A lock that was not to be waited for is held by somebody else, or the user may not do it to this table. */
export function isLockDenied(error: unknown): boolean {
  return ['55P03', '42501'].includes(sqlState(error) ?? '');
}

/** The database takes no writes, as a replica or after `default_transaction_read_only`. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === '25006';
}

/** How the database, or the way to it, is gone for a while: nothing that is wrong with what was asked. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Shutdown, crash, start-up, too many connections.
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** What pg says of a connection that ends; these errors have no code. */
const ENDED = /^Connection terminated|^Client has encountered a connection error|^timeout (exceeded|expired)/;

/** The connection broke or could not be had, as when the server stops: says nothing about the statement. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return AWAY.has(state) || state.startsWith('08');
  return typeof error === 'object' && error !== null && 'message' in error && ENDED.test(String(error.message));
}

/**
 * The database can't be used for now: it is not reached, or it ends or refuses connections. PostgreSQL reports the latter as FATAL, under
 * many states: not accepting connections, starting, a password that was changed.
 */
export function isDatabaseAway(error: unknown): boolean {
  return isConnectionLoss(error) || isFatal(error);
}

function isFatal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('severity' in error) return error.severity === 'FATAL';
  return 'driverError' in error && isFatal(error.driverError);
}
