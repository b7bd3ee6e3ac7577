import { errorCode, errorMessage } from '../base/error-message.js';

/** The SQLSTATE of an error of the driver, even if TypeORM has wrapped it; undefined for other errors. */
function sqlState(error: unknown): string | undefined {
  const code = errorCode(error);
  if (code !== undefined || typeof error !== 'object' || error === null) return code;
  return 'driverError' in error ? sqlState(error.driverError) : undefined;
}

function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/**
 * Resolves as `change`, but rejects with the error of `taken` if the change violates a unique index. The index decides, because a prior
 * read could be out of date.
 */
export async function unlessTaken<T>(change: Promise<T>, taken: () => Error | Promise<Error>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw isUniqueViolation(error) ? await taken() : error;
  }
}

/** Resolves as `change`, but rejects with the error of `missing` if the change refers to a row that does not exist. */
export async function unlessMissing<T>(change: Promise<T>, missing: () => Error): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw sqlState(error) === '23503' ? missing() : error;
  }
}

/** SQLSTATE classes 22 and 23: a column does not accept a value, such as text for a number or a missing key. */
export function isUnfitData(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '');
}

/** The server has not enough memory for a value, or has a limit for it. */
export function isTooLarge(error: unknown): boolean {
  return ['53200', '54000'].includes(sqlState(error) ?? '');
}

/** The lock was not available in time, or the user lacks the privilege to lock this table. */
export function isLockDenied(error: unknown): boolean {
  return ['55P03', '42501'].includes(sqlState(error) ?? '');
}

/** The database is read-only: a replica, or `default_transaction_read_only` is set. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === '25006';
}

/** Codes of a database or a network that is temporarily unavailable; the statement is not the cause. */
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

/** The messages of pg about a connection that ends; these errors have no code. */
const ENDED = /^Connection terminated|^Client has encountered a connection error|^timeout (exceeded|expired)/;

/** The server did not answer a statement within the `query_timeout` of its connection. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * The worker, as `host:port`, whose connection to the coordinator of Citus failed; undefined for other errors. If an open connection
 * breaks, the error has the state XX000 and the text of libpq, and only its context names the worker.
 */
export function lostWorker(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('driverError' in error) return lostWorker(error.driverError);
  const isBroken = /connection|server closed|could not (receive|send) data/i.test(errorMessage(error));
  if (sqlState(error) === 'XX000' && isBroken && 'where' in error)
    return /while executing command on (\S+:\d+)/.exec(String(error.where))?.[1];
  if (!sqlState(error)?.startsWith('08')) return undefined;
  return /\bnode (?:\S+@)?(\S+:\d+)/.exec(errorMessage(error))?.[1];
}

/** The connection broke or was refused, for example because the server stops; the statement is not the cause. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return AWAY.has(state) || state.startsWith('08') || lostWorker(error) !== undefined;
  return typeof error === 'object' && error !== null && 'message' in error && ENDED.test(String(error.message));
}

/** The disk of the database has no space for what the statement writes. */
export function isDiskFull(error: unknown): boolean {
  return sqlState(error) === '53100';
}

/**
 * The database is temporarily unavailable: it is not reachable, or it closes or refuses connections. PostgreSQL reports refusals as FATAL,
 * with many states: not accepting connections, starting, a changed password. Class 58 is a failure behind it: its disk does not answer,
 * or a pooler or a distributed database has lost its servers.
 */
export function isDatabaseAway(error: unknown): boolean {
  return isConnectionLoss(error) || isFatal(error) || (sqlState(error) ?? '').startsWith('58');
}

/** A statement that only reads failed because of the replica: it is away, or the primary removed rows that the statement reads. */
export function isReplicaFault(error: unknown): boolean {
  return isDatabaseAway(error) || ['40001', '40P01'].includes(sqlState(error) ?? '');
}

function isFatal(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('severity' in error) return error.severity === 'FATAL';
  return 'driverError' in error && isFatal(error.driverError);
}

const ofUnansweredCommits = new WeakSet<object>();

/** The connection of a transaction broke while PostgreSQL committed it. */
export function noteUnansweredCommit(error: unknown): void {
  if (typeof error === 'object' && error !== null) ofUnansweredCommits.add(error);
}

/** Whether a transaction may have been committed although it failed with this error. */
export function mayHaveCommitted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && ofUnansweredCommits.has(error);
}
