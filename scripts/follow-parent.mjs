const EVERY_MS = 250;

/**
 * npm runs a script through a shell, and hands a SIGTERM to that shell, which ends without telling anybody. Whoever stops
 * `npm start` means the service; so when the shell is gone, the signal that it got is taken as ours.
 */
export function followParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, EVERY_MS);
  watch.unref();
}
