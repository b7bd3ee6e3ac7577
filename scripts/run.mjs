// Runs the scripts of package.json. It is plain JavaScript without dependencies, because it runs before packages are installed.
import { followParent } from './follow-parent.mjs';
import { requireNode } from './node-version.mjs';

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
