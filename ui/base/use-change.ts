import { useState } from 'preact/hooks';
import type { Call } from '../api/call.js';
import { ApiError, send } from '../api/send.js';
import { reload } from './session.js';

/** Sends a change. @param done is shown when it has succeeded */
export type Run = (change: Call<unknown>, done?: string) => Promise<void>;

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
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    }
  };
  return { run, error, message };
}
