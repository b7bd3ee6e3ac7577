import { runFolder } from './tck.js';

const [folder = 'test/cypher/scenarios'] = process.argv.slice(2);
const { passed, failures } = runFolder(folder);
for (const { scenario, reason } of failures) process.stdout.write(`${scenario}\n    ${reason}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
