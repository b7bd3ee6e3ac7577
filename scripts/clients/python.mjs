import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { generatorName, run } from './tools.mjs';

/** The generators, and what the generated clients need. */
export const packages = [
  'openapi-generator-cli==7.25.0',
  'openapi-python-client==0.29.1',
  'ruff',
  'pydantic>=2.11',
  'python-dateutil>=2.8.2',
  'urllib3>=2.7',
];

const openApiGeneratorCalls = `
import json
import os
from openapi_client import (ApiClient, AssetGroupsApi, AuthenticationApi, CloudTenantsApi, Configuration, CreateCustomNodesRequest, CreateTagRequest,
    CustomNodesApi, EntitiesApi, EventsApi, JobsApi, LoginRequest, SAMLProvidersApi, SearchApi)

configuration = Configuration(host=os.environ["SERVICE_URL"])
client = ApiClient(configuration)
credentials = LoginRequest(login_method="secret", username="admin", secret=os.environ["SERVICE_PASSWORD"])
configuration.access_token = AuthenticationApi(client).login(credentials).data.session_token

self = AuthenticationApi(client).get_self().data
user = SearchApi(client).search_entities(query=os.environ["SERVICE_USER"]).data[0]
tenant = CloudTenantsApi(client).list_tenants().data[0]

stats = CloudTenantsApi(client).list_tenant_data_quality(tenant.tenantid)
providers = SAMLProvidersApi(client).list_saml_providers()
jobs = JobsApi(client).list_finished_jobs(limit=5, sort_by=["-start_time"])
icon = {"type": "font-awesome", "name": "print", "color": "#5B8DEF"}
nodes = CustomNodesApi(client).create_custom_nodes(CreateCustomNodesRequest.from_dict({"custom_types": {"PythonClient": {"icon": icon}}}))
group = AssetGroupsApi(client).get_asset_group(1)
rights = EntitiesApi(client).list_user_admin_rights(user.objectid)
events = EventsApi(client).list_events()

assert CreateTagRequest(name="A label", type=2, glyph="lock", require_certify=False).to_dict()["glyph"] == "lock"
print(json.dumps([self.name, stats.data[0].users, providers.data.saml_providers[0].name, jobs.data[0].status,
    nodes.data[0].kind_name, group.data.selectors[0].name, rights.data[0].name, events.data[0].rrule]))
`;

const openApiPythonClientCalls = `
import json
import os
from generated import AuthenticatedClient, Client
from generated.api.asset_group_tags import create_tag, update_tag
from generated.api.asset_groups import get_asset_group
from generated.api.authentication import get_self, login
from generated.api.cloud_tenants import list_tenant_data_quality, list_tenants
from generated.api.custom_nodes import create_custom_nodes
from generated.api.entities import list_user_admin_rights
from generated.api.events import list_events
from generated.api.jobs import list_finished_jobs
from generated.api.saml_providers import list_saml_providers
from generated.api.search import search_entities
from generated.models import (CreateCustomNodesBody, CreateTagRequest, CreateTagRequestType, ListFinishedJobsSortByItem, LoginRequest,
    LoginRequestLoginMethod, UpdateTagRequest)

url = os.environ["SERVICE_URL"]
body = LoginRequest(LoginRequestLoginMethod.SECRET, "admin", os.environ["SERVICE_PASSWORD"])
session = login.sync(client=Client(base_url=url, raise_on_unexpected_status=True), body=body)
client = AuthenticatedClient(base_url=url, token=session.data.session_token, raise_on_unexpected_status=True)

self = get_self.sync(client=client).data
user = search_entities.sync(client=client, query=os.environ["SERVICE_USER"]).data[0]
tenant = list_tenants.sync(client=client).data[0]

stats = list_tenant_data_quality.sync(tenant.tenantid, client=client)
providers = list_saml_providers.sync(client=client)
jobs = list_finished_jobs.sync(client=client, limit=5, sort_by=[ListFinishedJobsSortByItem("-start_time")])
icon = {"type": "font-awesome", "name": "print", "color": "#5B8DEF"}
nodes = create_custom_nodes.sync(client=client, body=CreateCustomNodesBody.from_dict({"custom_types": {"OtherPythonClient": {"icon": icon}}}))
group = get_asset_group.sync(1, client=client)
rights = list_user_admin_rights.sync(user.objectid, client=client)
events = list_events.sync(client=client)

tag = create_tag.sync(client=client, body=CreateTagRequest(name="A label", type_=CreateTagRequestType.VALUE_2, glyph="lock")).data
assert update_tag.sync_detailed(tag.id, client=client, body=UpdateTagRequest(description="Changed")).status_code == 200
print(json.dumps([self.name, stats.data[0].users, providers.data.saml_providers[0].name, jobs.data[0].status,
    nodes.data[0].kind_name, group.data.selectors[0].name, rights.data[0].name, events.data[0].rrule]))
`;

/** Clients in Python by two generators. */
export const python = [
  {
    title: 'Python (openapi-python-client)',
    programs: ['python3'],
    async check(folder, env) {
      await writeFile(join(folder, 'calls.py'), openApiPythonClientCalls);
      const output = ['--path', 'openapi.json', '--output-path', 'generated', '--meta', 'none'];
      await run('openapi-python-client', ['generate', ...output], folder, env);
      await requireAllOperations(folder);
      return compileAndCall(folder, env);
    },
  },
  {
    title: `Python (${generatorName})`,
    programs: ['python3', 'java'],
    async check(folder, env) {
      await writeFile(join(folder, 'calls.py'), openApiGeneratorCalls);
      await run(generatorName, ['generate', '-g', 'python', '-i', 'openapi.json', '-o', '.'], folder, env);
      return compileAndCall(folder, env);
    },
  },
];

/** The generator leaves out operations that it does not understand, and only warns. */
async function requireAllOperations(folder) {
  const { paths } = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
  const documented = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  const files = await readdir(join(folder, 'generated', 'api'), { recursive: true });
  const generated = new Set(files.map((it) => basename(it, '.py').replaceAll('_', '')));
  const lacking = documented.filter((it) => !generated.has(it.toLowerCase()));
  if (lacking.length > 0) throw new Error(`openapi-python-client leaves out ${lacking.join(', ')}`);
}

async function compileAndCall(folder, env) {
  await run('python', ['-m', 'compileall', '-q', '.'], folder, env);
  return run('python', ['calls.py'], folder, env);
}
