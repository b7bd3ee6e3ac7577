/** From the worst to the least, with the least risk of each. */
export const leastRisks = { critical: 90, high: 70, moderate: 40, low: 0 } as const;

export type Severity = keyof typeof leastRisks;

export const severities = ['critical', 'high', 'moderate', 'low'] as const satisfies readonly Severity[];

/** The shares of an environment, from 0 to 1. */
export interface Shares {
  /** Its accounts that reach the source of a relationship. */
  readonly exposure: number;
  /** Its nodes that the target reaches. */
  readonly impact: number;
}

/**
 * The risk of a finding from 0 to 100: of a relationship the mean of both shares. The weakness of a list finding is open to accounts
 * that no edge leads from, so its impact alone counts.
 */
export function riskOf(kind: 'relationship' | 'list', { exposure, impact }: Shares): number {
  return 100 * (kind === 'list' ? impact : (exposure + impact) / 2);
}

export function severityOf(risk: number): Severity {
  return severities.find((it) => risk >= leastRisks[it]) ?? 'low';
}
