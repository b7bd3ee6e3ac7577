import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/call.js';
import { ApiError, send } from '../api/send.js';
import { clock } from '../base/format.js';
import { endSession, session } from '../base/session.js';
import { useStore } from '../base/store.js';

const WARNING_MS = 5 * 60_000;
/** A timer cannot wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Warns before the session expires. A new login below keeps the view and what has been entered. */
export function SessionEnd() {
  const current = useStore(session);
  const [end, setEnd] = useState<Date | null>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (current.state !== 'in') return;
    endOfSession().then(setEnd, ignoreRefusal);
  }, [current]);
  useEffect(() => {
    setNear(false);
    const wait = (end?.getTime() ?? Infinity) - Date.now() - WARNING_MS;
    if (wait > LONGEST_MS) return undefined;
    const timer = setTimeout(() => setNear(true), Math.max(wait, 0));
    return () => clearTimeout(timer);
  }, [end]);
  if (!isNear || !end || current.state !== 'in') return null;
  return (
    <p class="note" role="alert">
      Your session ends at {clock(end)}.{' '}
      <button type="button" onClick={endSession}>
        Log in again
      </button>
    </p>
  );
}

async function endOfSession(): Promise<Date | null> {
  const { answer } = await send(call('GET /api/v2/self/sessions', { query: { is_current: ['eq:true'], limit: 1 } }));
  const [own] = answer.data;
  return own ? new Date(own.expires_at) : null;
}

/** Without the answer there is no warning; the login follows the end of the session in any case. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
