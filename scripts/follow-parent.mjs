const EVERY_MS = 250;

/**
 * npm runs a script through a shell and sends SIGTERM to that shell, which does not forward it. When the shell ends, this
 * process therefore acts as if it had received SIGTERM.
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
