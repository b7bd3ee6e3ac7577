/** Accounts of one sort, and those of them that reach the ends. */
interface ExposedGroup {
  readonly environment_id: string | null;
  readonly domain: string | null;
  readonly accounts: number;
  readonly reaching: number;
}

/** The accounts of an environment. */
export interface ExposedEnvironment {
  /** Object id. */
  readonly environment: string;
  readonly name: string;
  readonly accounts: number;
  readonly reaching: number;
}

/** Accounts of no environment are in no sum. */
export function sumsByEnvironment(groups: readonly ExposedGroup[]): ExposedEnvironment[] {
  const sums = new Map<string, ExposedEnvironment>();
  for (const { environment_id: environment, domain, accounts, reaching } of groups) {
    if (environment === null) continue;
    const sum = sums.get(environment);
    sums.set(environment, {
      environment,
      name: domain ?? environment,
      accounts: accounts + (sum?.accounts ?? 0),
      reaching: reaching + (sum?.reaching ?? 0),
    });
  }
  return [...sums.values()];
}
