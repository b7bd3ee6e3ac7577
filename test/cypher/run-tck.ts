import { readFileSync } from 'node:fs';
import { tryQuery } from './naive/published.js';
import { runFolder } from './tck.js';

const GRAPHS = 200;

/** Each query of a JSON list of `{name, query}` on generated graphs: it fails if it answers otherwise than the naive interpreter, or nothing. */
function runQueries(file: string): ReturnType<typeof runFolder> {
  const queries = JSON.parse(readFileSync(file, 'utf8')) as readonly { name: string; query: string }[];
  const failures = queries.flatMap(({ name, query }) => {
    const { answered, differences } = tryQuery(name, query, GRAPHS);
    const reason = differences[0] ?? (answered === 0 ? `no answer on ${GRAPHS} graphs` : null);
    return reason === null ? [] : [{ scenario: name, reason }];
  });
  return { passed: queries.length - failures.length, failures };
}

const [path = 'test/cypher/scenarios'] = process.argv.slice(2);
const { passed, failures } = path.endsWith('.json') ? runQueries(path) : runFolder(path);
for (const { scenario, reason } of failures) process.stdout.write(`${scenario}\n    ${reason}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length > 0 ? 1 : 0;
