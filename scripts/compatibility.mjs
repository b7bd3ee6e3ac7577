import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonFor, topicOf, topics, unusedReasons } from './compatibility-table.mjs';
import { writeDocument } from './generated-document.mjs';
import { root, say } from './project.mjs';
import { servedRoutes } from './served-routes.mjs';

/**
 * Writes docs/compatibility.md from the routes of the service and the extract of the reference document. With `--print` it prints
 * the document instead.
 * @returns the exit code
 */
export async function compatibility(words) {
  const { paths } = JSON.parse(await readFile(join(root, 'test/compat/reference-extract.json'), 'utf8'));
  const routes = servedRoutes();
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { tags }]) => rowOf(method, path, tags, routes)),
  );
  const faults = faultsOf(rows.filter(({ route }) => !route).map(({ operation }) => operation));
  if (faults.length > 0) {
    say(faults.map((it) => `scripts/compatibility-table.mjs: ${it}`).join('\n'));
    return 1;
  }
  await writeDocument('docs/compatibility.md', documentOf(rows), words);
  return 0;
}

/** @param leftOut the operations that answer 501 */
function faultsOf(leftOut) {
  const served = unusedReasons(leftOut).map((it) => `remove the reason for ${it}, which is served now`);
  return [
    ...served,
    ...leftOut.flatMap((it) => (reasonFor(it) === '' ? [`add the reason why ${it} is left out`] : [])),
  ];
}

function rowOf(method, path, tags, routes) {
  const operation = `${method} ${path}`;
  return { operation, topic: topicOf(tags), route: routes.find(method, path) };
}

function documentOf(rows) {
  return [introduction(rows), ...topics.map((topic) => chapter(topic, rows))].join('\n\n');
}

function introduction(rows) {
  const served = rows.filter(({ route }) => route);
  const always = served.filter(({ route }) => route.always);
  const paths = new Set(rows.map(({ operation }) => operation.split(' ')[1]));
  return `# Compatibility with BloodHound

\`node scripts/run.mjs compatibility\` writes this page from the routes of the service and from the OpenAPI document of
BloodHound. Do not edit it.

- The document of BloodHound has ${rows.length} operations on ${paths.size} paths.
- With \`COMPAT=bloodhound\`, ${served.length} operations are served, ${always.length} of them without the setting too.
- The other ${rows.length - served.length} operations answer 501 with the setting and 404 without it. Operations that
  BloodHound has in its enterprise edition alone answer 404 in the community edition, too.

| without \`COMPAT\` | meaning                                                                          |
| ---------------- | -------------------------------------------------------------------------------- |
| yes              | in the form of BloodHound                                                        |
| own form         | in the form of [api.md](api.md); \`COMPAT=bloodhound\` converts requests and answers |
| 404              | not served                                                                       |

A role needs the permission ([permissions.md](permissions.md)). \`collector:call\` is the permission of collection clients.
[operations.md](operations.md#collectors-and-programs-made-for-bloodhound) lists what the setting changes for all operations.`;
}

function chapter(topic, rows) {
  const lines = rows.filter((it) => it.topic === topic).map(lineOf);
  const head =
    '| operation | without `COMPAT` | with `COMPAT` | permission | remarks |\n| --- | --- | --- | --- | --- |';
  return `## ${topic}\n\n${head}\n${lines.join('\n')}`;
}

function lineOf({ operation, route }) {
  const cells = route
    ? [without(route), 'yes', route.permission ? `\`${route.permission}\`` : 'none', remarks(route)]
    : ['404', '501', '', reasonFor(operation)];
  return `| \`${operation}\` | ${cells.join(' | ')} |`;
}

function without({ always, converted, ownPath }) {
  if (!always) return '404';
  return converted || ownPath ? 'own form' : 'yes';
}

function remarks({ capability, ownPath }) {
  return [capability && 'enterprise edition', ownPath && `by its own path \`${ownPath}\` too`]
    .filter(Boolean)
    .join('; ');
}
