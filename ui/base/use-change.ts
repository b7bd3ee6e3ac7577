import { useState } from 'preact/hooks';
import type { Call } from '../api/call.js';
import { ApiError, saveAnswer, send } from '../api/send.js';
import { reload } from './session.js';

/** Sends a change. @param done is shown when it has succeeded @returns whether it has */
export type Run = (change: Call<unknown>, done?: string) => Promise<boolean>;

/** Sends changes that have no form, each followed by loading the view again, and saves answers as files. */
export function useChange() {
  const [error, setError] = useState<ApiError | null>(null);
  const [message, setMessage] = useState('');
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    setError(null);
    setMessage('');
    try {
      await work();
      setMessage(done);
      return true;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
      return false;
    }
  };
  const run: Run = async (change, done = '') => {
    const isDone = await attempt(() => send(change), done);
    if (isDone) reload();
    return isDone;
  };
  const save = (call: Call<unknown>, fileName: string) => attempt(() => saveAnswer(call, fileName), '');
  return { run, save, error, message };
}
