/** The answer of `/health/ready`. */
export interface AnsweredReadiness {
  readonly status: 'up' | 'down';
  readonly reason?: string;
}

/**
 * Reads the edition of a service from its metrics, which callers of the same machine may read.
 * @returns null if they can't be read
 */
export async function editionOf(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/metrics`, { redirect: 'error', signal: AbortSignal.timeout(5_000) });
    const [, edition] = /^graphward_build_info\{.*edition="(\w+)"/m.exec(await response.text()) ?? [];
    return edition ?? null;
  } catch {
    return null;
  }
}

/** @returns null if no service answers at the address */
export async function readinessOf(url: string): Promise<AnsweredReadiness | null> {
  try {
    const response = await fetch(`${url}/health/ready`, { redirect: 'error', signal: AbortSignal.timeout(5_000) });
    const answer: AnsweredReadiness = JSON.parse(await response.text());
    return answer.status === 'up' || answer.status === 'down' ? answer : null;
  } catch {
    return null;
  }
}
