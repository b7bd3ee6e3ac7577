// Runs the scripts of package.json. It is plain JavaScript without dependencies, because it runs before packages are installed.
const LEAST = [20, 19];
const LOOK_EVERY_MS = 250;

requireNode();
followParent();
const { tasks } = await import('./tasks.mjs');

const [name = '', ...words] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (task) {
  process.exitCode = await task(words);
} else {
  process.stderr.write(`run.mjs: unknown task "${name}"; known: ${Object.keys(tasks).join(', ')}\n`);
  process.exitCode = 1;
}

/** Exits with a clear message if this Node is too old, before a syntax error does. */
function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  process.stderr.write(`Graphward needs Node.js ${LEAST.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exit(1);
}

/**
 * npm runs a script through a shell and sends SIGTERM to that shell, which does not forward it. When the shell ends, this
 * process therefore acts as if it had received SIGTERM.
 */
function followParent() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  watch.unref();
}
