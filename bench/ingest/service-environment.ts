/** Who the first start makes. */
export const user = { name: 'admin', password: 'bench-bench-bench' } as const;

/** A service of its own on a free port, without limits of rate. */
export function serviceEnvironment(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    INITIAL_ADMIN_PASSWORD: user.password,
    RATE_LIMIT_PER_SECOND: '0',
  };
}
