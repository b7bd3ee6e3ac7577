import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { root } from './project.mjs';
import { isSpec, sourcesOf } from './specs-of.mjs';

/** Services, repositories, rules, rows and screens: each has a spec. */
const demanded = [
  /\.(?:service|repository)\.ts$/,
  /^src\/analysis\/(?:rules|weaknesses)\//,
  /^(?!src\/database\/migrations\/).*-rows?\.ts$/,
  /^ui\/screens\/[^/]+\/.*\.tsx$/,
];

/** Folders without specs: the specs that call them from outside. */
export const testedFrom = {
  // The log is written by the changes of all resources and read by one.
  'src/auth/audit': ['src/modules/audit-log/audit-log.http-spec.ts'],
  // An account's own password is changed in a session.
  'src/auth/self': ['src/auth/cookie-sessions/cookie-session.http-spec.ts'],
  // One client of the protocol calls both resources.
  'src/auth/scim/groups': ['src/auth/scim/scim.http-spec.ts'],
  'src/auth/scim/users': ['src/auth/scim/scim.http-spec.ts'],
  // A login passes all of them, by either protocol.
  'src/auth/sso/group-roles': ['src/auth/sso/providers/sso-providers.http-spec.ts'],
  'src/auth/sso/keys': ['src/auth/sso/saml/saml-login.http-spec.ts'],
  'src/auth/sso/login': ['src/auth/sso/saml/saml-login.http-spec.ts', 'src/auth/sso/oidc/oidc-login.http-spec.ts'],
  // Programs of others call these paths.
  'src/compat/clear-database': ['src/compat/programs.http-spec.ts'],
  'src/compat/data-quality': ['src/compat/compat.http-spec.ts', 'src/compat/programs.http-spec.ts'],
  'src/compat/tags': ['src/compat/programs.http-spec.ts', 'src/compat/reference-operations.http-spec.ts'],
  // A file is read as a task.
  'src/ingest/worker': ['src/work/uploads/ingest-file.task.db-spec.ts'],
  // The writer merges what it writes.
  'src/graph/writer/merge': ['src/graph/writer/graph-writer.db-spec.ts'],
  // Screens that another one leads to, and a part of one.
  'ui/screens/changes': ['test/ui/reach.ts'],
  'ui/screens/data/uploads': ['test/ui/data.ts'],
};

export function demandedFiles() {
  return sourcesOf('src', 'ui').filter((file) => demanded.some((pattern) => pattern.test(file)));
}

/** @returns the specs of a file: those with its name, else those of its folder, else those that {@link testedFrom} has; the page has its own */
export function specsFor(file) {
  const [folder, specs] = [dirname(file), specsIn(dirname(file))];
  if (file.endsWith('.tsx')) return testedFrom[folder] ?? existing(`test/ui/${basename(folder)}.ts`);
  const named = ownSpecs(file);
  if (named.length > 0) return named;
  return specs.length > 0 ? specs : (testedFrom[folder] ?? []);
}

/** @returns the specs beside a file with its name, such as `accounts.service`, else with its first word, such as `accounts` */
export function ownSpecs(file) {
  const whole = basename(file).replace(/\.tsx?$/, '');
  const specs = specsIn(dirname(file));
  const of = (name) => specs.filter((it) => basename(it).replace(isSpec, '') === name);
  const exact = of(whole);
  return exact.length > 0 ? exact : of(whole.replace(/\..*/, ''));
}

function specsIn(folder) {
  return readdirSync(join(root, folder)).flatMap((it) => (isSpec.test(it) ? [posix.join(folder, it)] : []));
}

function existing(file) {
  return existsSync(join(root, file)) ? [file] : [];
}
