// The one door to everything in package.json's scripts. Plain JavaScript without dependencies: it runs before anything is installed.
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
  process.stderr.write(`run.mjs: no such task: "${name}"; there are ${Object.keys(tasks).join(', ')}\n`);
  process.exitCode = 1;
}
