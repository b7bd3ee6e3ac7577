import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runProgram, say } from './project.mjs';
import { addressOf, spawnService, stopService } from './service-process.mjs';

/*
 * Generates a TypeScript and a Python client from the OpenAPI document of a running service, compiles them and calls the seven
 * operations with them. It is run by hand, because it needs python3 with venv and downloads generators from npm and PyPI.
 */

const password = 'a password for generated clients';
const generators = {
  npm: ['@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3', '@types/node@20'],
  pip: ['openapi-python-client==0.29.1', 'ruff'],
};

const tsconfig = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    skipLibCheck: true,
    outDir: 'built',
    types: ['node'],
  },
  include: ['calls.ts', 'generated'],
};

const typescriptCalls = `
import { client } from './generated/client.gen.js';
import * as graphward from './generated/index.js';

const baseUrl = process.env['SERVICE_URL']!;
client.setConfig({ baseUrl, throwOnError: true });
const credentials = { login_method: 'secret' as const, username: 'admin', secret: process.env['SERVICE_PASSWORD']! };
const session = await graphward.login({ body: credentials, throwOnError: true });
client.setConfig({ baseUrl, throwOnError: true, auth: (scheme) => (scheme.type === 'http' ? session.data.data.session_token : undefined) });

const tenants = await graphward.listTenants({ throwOnError: true });
const groups = await graphward.listAssetGroups({ throwOnError: true });
const groupId = groups.data.data[0]!.id;
const members = await graphward.listAssetGroupMembers({ path: { asset_group_id: groupId }, throwOnError: true });
const user = members.data.data.find(({ kinds }) => kinds.includes('User'))!;

const stats = await graphward.listTenantDataQuality({ path: { tenant_id: tenants.data.data[0]!.tenantid }, throwOnError: true });
const providers = await graphward.listSamlProviders({ throwOnError: true });
const jobs = await graphward.listFinishedJobs({ query: { limit: 5, sort_by: ['-start_time'] }, throwOnError: true });
const icon = { type: 'font-awesome', name: 'print', color: '#5B8DEF' };
const nodes = await graphward.createCustomNodes({ body: { custom_types: { TypeScriptClient: { icon } } }, throwOnError: true });
const group = await graphward.getAssetGroup({ path: { asset_group_id: groupId }, throwOnError: true });
const rights = await graphward.listUserAdminRights({ path: { object_id: user.objectID }, throwOnError: true });
const events = await graphward.listEvents({ throwOnError: true });

console.log('TypeScript:', stats.data.count, 'statistics,', providers.data.data.saml_providers.length, 'providers,', jobs.data.count, 'jobs,',
  nodes.data.data[0]!.kindName + ',', group.data.data.name + ',', 'data' in rights.data ? 'rights,' : 'graph,', events.data.count, 'events');
`;

const pythonCalls = `
import os
from generated import AuthenticatedClient, Client
from generated.api.asset_groups import get_asset_group, list_asset_group_members, list_asset_groups
from generated.api.authentication import login
from generated.api.cloud_tenants import list_tenant_data_quality, list_tenants
from generated.api.custom_nodes import create_custom_nodes
from generated.api.entities import list_user_admin_rights
from generated.api.events import list_events
from generated.api.jobs import list_finished_jobs
from generated.api.saml_providers import list_saml_providers
from generated.models import CreateCustomNodesBody, ListFinishedJobsSortByItem, LoginRequest, LoginRequestLoginMethod

url = os.environ["SERVICE_URL"]
body = LoginRequest(LoginRequestLoginMethod.SECRET, "admin", os.environ["SERVICE_PASSWORD"])
session = login.sync(client=Client(base_url=url, raise_on_unexpected_status=True), body=body)
client = AuthenticatedClient(base_url=url, token=session.data.session_token, raise_on_unexpected_status=True)

tenant = list_tenants.sync(client=client).data[0]
group_id = list_asset_groups.sync(client=client).data[0].id
members = list_asset_group_members.sync(group_id, client=client).data
user = next(it for it in members if "User" in it.kinds)

stats = list_tenant_data_quality.sync(tenant.tenantid, client=client)
providers = list_saml_providers.sync(client=client)
jobs = list_finished_jobs.sync(client=client, limit=5, sort_by=[ListFinishedJobsSortByItem("-start_time")])
icon = {"type": "font-awesome", "name": "print", "color": "#5B8DEF"}
nodes = create_custom_nodes.sync(client=client, body=CreateCustomNodesBody.from_dict({"custom_types": {"PythonClient": {"icon": icon}}}))
group = get_asset_group.sync(group_id, client=client)
rights = list_user_admin_rights.sync(user.object_id, client=client)
events = list_events.sync(client=client)

print("Python:", stats.count, "statistics,", len(providers.data.saml_providers), "providers,", jobs.count, "jobs,",
      nodes.data[0].kind_name + ",", group.data.name + ",", len(rights.data), "rights,", events.count, "events")
`;

/** @returns the exit code */
export async function checkClients() {
  const folder = await mkdtemp(join(tmpdir(), 'graphward-clients-'));
  const settings = { DATA_DIR: join(folder, 'data'), EDITION: 'enterprise', HOST: '127.0.0.1', PORT: '0' };
  const env = { ...process.env, ...settings, INITIAL_ADMIN_PASSWORD: password };
  const service = spawnService(['dist/src/main.js'], root, env);
  try {
    const url = await addressOf(service);
    await run('node', ['dist/src/cli.js', 'demo', 'load'], root, env);
    const document = await (await fetch(`${url}/api/v2/spec`)).text();
    const calls = { ...process.env, SERVICE_URL: url, SERVICE_PASSWORD: password };
    await checkTypescript(await prepare(folder, 'typescript', document), calls);
    await checkPython(await prepare(folder, 'python', document), calls);
    return 0;
  } catch (error) {
    say(String(error.message));
    return 1;
  } finally {
    await stopService(service);
    await rm(folder, { recursive: true, force: true });
  }
}

async function prepare(parent, name, document) {
  const folder = join(parent, name);
  await mkdir(folder);
  await writeFile(join(folder, 'openapi.json'), document);
  return folder;
}

async function checkTypescript(folder, env) {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await writeFile(join(folder, 'calls.ts'), typescriptCalls);
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...generators.npm], folder);
  await run('npx', ['openapi-ts', '--input', 'openapi.json', '--output', 'generated'], folder);
  await run('npx', ['tsc'], folder);
  await run('node', ['built/calls.js'], folder, env);
}

async function checkPython(folder, env) {
  const bin = join(folder, 'venv', 'bin');
  const inVenv = { ...env, PATH: `${bin}:${env.PATH}` };
  await writeFile(join(folder, 'calls.py'), pythonCalls);
  await run('python3', ['-m', 'venv', 'venv'], folder);
  await run('pip', ['install', '--quiet', ...generators.pip], folder, inVenv);
  const output = ['--path', 'openapi.json', '--output-path', 'generated', '--meta', 'none'];
  await run('openapi-python-client', ['generate', ...output], folder, inVenv);
  await run('python', ['-m', 'compileall', '-q', 'generated'], folder, inVenv);
  await run('python', ['calls.py'], folder, inVenv);
}

async function run(program, words, cwd, env = process.env) {
  const code = await runProgram(program, words, { cwd, env, stdio: 'inherit' });
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}`);
}
