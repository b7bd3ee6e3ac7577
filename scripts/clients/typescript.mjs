import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatorName, run } from './tools.mjs';

export const packages = ['@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3', '@types/node@20'];

/** Read by the compiler, and by openapi-ts from the folder that it is installed in. */
export const tsconfig = {
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

const heyApiCalls = `
import { client } from './generated/client.gen.js';
import * as graphward from './generated/index.js';

const env = (name: string) => process.env[name] ?? '';
const options = { baseUrl: env('SERVICE_URL'), throwOnError: true } as const;
client.setConfig(options);
const credentials = { login_method: 'secret' as const, username: 'admin', secret: env('SERVICE_PASSWORD') };
const session = await graphward.login({ body: credentials, throwOnError: true });
client.setConfig({ ...options, auth: (scheme) => (scheme.type === 'http' ? session.data.data.session_token : undefined) });

const self = await graphward.getSelf({ throwOnError: true });
const found = await graphward.searchEntities({ query: { query: env('SERVICE_USER') }, throwOnError: true });
const tenants = await graphward.listTenants({ throwOnError: true });

const stats = await graphward.listTenantDataQuality({ path: { tenant_id: tenants.data.data[0]!.tenantid }, throwOnError: true });
const providers = await graphward.listSamlProviders({ throwOnError: true });
const jobs = await graphward.listFinishedJobs({ query: { limit: 5, sort_by: ['-start_time'] }, throwOnError: true });
const icon = { type: 'font-awesome', name: 'print', color: '#5B8DEF' };
const nodes = await graphward.createCustomNodes({ body: { custom_types: { HeyApiClient: { icon } } }, throwOnError: true });
const group = await graphward.getAssetGroup({ path: { asset_group_id: 1 }, throwOnError: true });
const rights = await graphward.listUserAdminRights({ path: { object_id: found.data.data[0]!.objectid }, throwOnError: true });
const events = await graphward.listEvents({ throwOnError: true });

console.log(JSON.stringify([self.data.data.name, stats.data.data[0]!.users, providers.data.data.saml_providers[0]!.name, jobs.data.data[0]!.status,
  nodes.data.data[0]!.kindName, group.data.data.selectors[0]!.name, rights.data.data[0]!.name, events.data.data[0]!.rrule]));
`;

const openApiGeneratorCalls = `
import * as graphward from './generated/index.js';

const env = (name: string) => process.env[name] ?? '';
const basePath = env('SERVICE_URL');
const loginRequest = { loginMethod: 'secret', username: 'admin', secret: env('SERVICE_PASSWORD') } as const;
const session = await new graphward.AuthenticationApi(new graphward.Configuration({ basePath })).login({ loginRequest });
const configuration = new graphward.Configuration({ basePath, accessToken: session.data.sessionToken });

const self = await new graphward.AuthenticationApi(configuration).getSelf();
const found = await new graphward.SearchApi(configuration).searchEntities({ query: env('SERVICE_USER') });
const cloud = new graphward.CloudTenantsApi(configuration);
const tenants = await cloud.listTenants();

const stats = await cloud.listTenantDataQuality({ tenantId: tenants.data[0]!.tenantid });
const providers = await new graphward.SAMLProvidersApi(configuration).listSamlProviders();
const jobs = await new graphward.JobsApi(configuration).listFinishedJobs({ limit: 5, sortBy: ['-start_time'] });
const icon = { type: 'font-awesome', name: 'print', color: '#5B8DEF' };
const createCustomNodesRequest = { customTypes: { TypeScriptClient: { icon } } };
const nodes = await new graphward.CustomNodesApi(configuration).createCustomNodes({ createCustomNodesRequest });
const group = await new graphward.AssetGroupsApi(configuration).getAssetGroup({ assetGroupId: 1 });
const rights = await new graphward.EntitiesApi(configuration).listUserAdminRights({ objectId: found.data[0]!.objectid });
const events = await new graphward.EventsApi(configuration).listEvents();

console.log(JSON.stringify([self.data.name, stats.data[0]!.users, providers.data.samlProviders[0]!.name, jobs.data[0]!.status,
  nodes.data[0]!.kindName, group.data.selectors[0]!.name, rights.data[0]!.name, events.data[0]!.rrule]));
`;

async function prepare(folder, calls) {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await writeFile(join(folder, 'calls.ts'), calls);
}

async function compileAndCall(folder, env) {
  await run('tsc', [], folder, env);
  return run('node', ['built/calls.js'], folder, env);
}

/** Clients in TypeScript by two generators. */
export const typescript = [
  {
    title: 'TypeScript (openapi-ts)',
    programs: ['npm'],
    async check(folder, env) {
      await prepare(folder, heyApiCalls);
      await run('openapi-ts', ['--input', 'openapi.json', '--output', 'generated', '--silent'], folder, env);
      return compileAndCall(folder, env);
    },
  },
  {
    title: `TypeScript (${generatorName})`,
    programs: ['npm', 'java', 'python3'],
    async check(folder, env) {
      await prepare(folder, openApiGeneratorCalls);
      const options = ['-i', 'openapi.json', '-o', 'generated', '--additional-properties=importFileExtension=.js'];
      await run(generatorName, ['generate', '-g', 'typescript-fetch', ...options], folder, env);
      return compileAndCall(folder, env);
    },
  },
];
