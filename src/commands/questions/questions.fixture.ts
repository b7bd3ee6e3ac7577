import type { TestApp } from '../../../test/support/app.js';
import { type Environment, loadSettings } from '../../base/config/load-settings.js';
import { Settings } from '../../base/config/settings.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { runCommandLine } from '../commands.js';
import type { Look } from '../terminal.js';

const domain = 'S-1-5-21-1-2-3';

/** Ada reaches the domain by either of two groups and a computer with a session; two groups have one name. */
export const smallEstate = [
  described(domain, ['Domain', 'Base'], { name: 'BIRCH.LOCAL', domainsid: domain, collected: true }),
  described(`${domain}-1104`, ['User', 'Base'], {
    name: 'ADA@BIRCH.LOCAL',
    lastlogon: 0,
    domainsid: domain,
    domain: 'BIRCH.LOCAL',
    enabled: true,
    pwdlastset: 1_767_225_600,
    lastlogontimestamp: -1,
    description: 'red \u001B[31m text',
    sidhistory: [],
  }),
  described(`${domain}-1105`, ['User', 'Base'], { name: 'BO@BIRCH.LOCAL', domainsid: domain }),
  described(`${domain}-1201`, ['Group', 'Base'], { name: 'STAFF@BIRCH.LOCAL', domainsid: domain }),
  described(`${domain}-1202`, ['Group', 'Base'], { name: 'STAFF@BIRCH.LOCAL', domainsid: domain }),
  described(`${domain}-1301`, ['Computer', 'Base'], { name: 'PC1.BIRCH.LOCAL', domainsid: domain }),
  described('PRINTER-1', ['Acme_Printer'], { name: 'Printer in the hall', colour: 'red' }),
  described('T1', ['AZTenant', 'AZBase'], { name: 'OAK', tenantid: 'T1' }),
  edge(`${domain}-1104`, 'MemberOf', `${domain}-1201`),
  edge(`${domain}-1104`, 'MemberOf', `${domain}-1202`),
  edge(`${domain}-1201`, 'GenericAll', `${domain}-1301`),
  edge(`${domain}-1202`, 'GenericAll', `${domain}-1301`),
  edge(`${domain}-1202`, 'WriteDacl', `${domain}-1301`),
  edge(`${domain}-1301`, 'HasSession', `${domain}-1105`),
  edge(`${domain}-1105`, 'WriteDacl', domain),
  edge(domain, 'GetChanges', 'PRINTER-1'),
];

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command on a terminal of 80 columns. */
export function runCommand(environment: Environment, ...words: readonly string[]): Promise<CommandResult> {
  return runWith({ columns: 80 }, environment, words);
}

/** Runs a command whose output is no terminal. */
export function runPiped(environment: Environment, ...words: readonly string[]): Promise<CommandResult> {
  return runWith({}, environment, words);
}

async function runWith(look: Look, environment: Environment, words: readonly string[]): Promise<CommandResult> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(words, {
    ...look,
    settings: () => Promise.resolve(loadSettings(environment)),
    print: (line) => out.push(line),
    note: (line) => err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** The settings of a running service, as an operator's `.env` has them. */
export function environmentOf({ app, databaseUrl, url }: TestApp): Record<string, string> {
  return { DATABASE_URL: databaseUrl, DATA_DIR: app.get(Settings).dataDir, PORT: new URL(url).port };
}
