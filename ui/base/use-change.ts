import { useState } from 'preact/hooks';
import type { Call } from '../api/call.js';
import { ApiError, send } from '../api/send.js';
import { reload } from './session.js';

/** Sends a change. @param done is shown when it has succeeded @returns whether it has */
export type Run = (change: Call<unknown>, done?: string) => Promise<boolean>;

/** Sends changes that have no form, each followed by loading the view again. */
export function useChange() {
  const [error, setError] = useState<ApiError | null>(null);
  const [message, setMessage] = useState('');
  const run: Run = async (change, done = '') => {
    setError(null);
    setMessage('');
    try {
      await send(change);
      setMessage(done);
      reload();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
      return false;
    }
  };
  return { run, error, message };
}
