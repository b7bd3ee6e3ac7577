/** Terminals, npm and service managers signal a whole group of processes, so that one wish to stop may arrive several times. */
const SAME_WISH_MS = 1_000;

/**
 * Stops gently on the first SIGINT or SIGTERM and at once on a later one; the exit code is 0 where all ended well.
 * @returns a signal that fires with the first of them.
 */
export function stopOnSignal(stop: () => Promise<void>): AbortSignal {
  const stopping = new AbortController();
  let since = 0;
  const onSignal = () => {
    if (stopping.signal.aborted) {
      if (Date.now() - since > SAME_WISH_MS) process.exit(1);
      return;
    }
    since = Date.now();
    stopping.abort();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return stopping.signal;
}
