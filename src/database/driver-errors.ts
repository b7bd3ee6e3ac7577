import { errorCode } from '../common/error-code.js';

/** SQLSTATE of an error of the driver, also where TypeORM has wrapped it; undefined for anything else. */
function sqlState(error: unknown): string | undefined {
  const code = errorCode(error);
  if (code !== undefined || typeof error !== 'object' || error === null) return code;
  return 'driverError' in error ? sqlState(error.driverError) : undefined;
}

export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503';
}
