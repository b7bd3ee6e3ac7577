/** The answer of `/health/ready`. */
export interface AnsweredReadiness {
  readonly status: 'up' | 'down';
  readonly reason?: string;
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
