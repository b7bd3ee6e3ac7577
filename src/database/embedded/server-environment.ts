/**
 * The environment of the PostgreSQL programs. Nothing of the caller's is passed on: PGPORT, PGDATA or a language setting
 * would change what the server does and the words of its log, which the launcher reads.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot }) };
}
