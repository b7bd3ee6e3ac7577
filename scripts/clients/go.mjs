import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatorName, run } from './tools.mjs';

const calls = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	graphward "example.org/graphward"
)

func must[T any](answer T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return answer
}

func main() {
	configuration := graphward.NewConfiguration()
	configuration.Servers = graphward.ServerConfigurations{{URL: os.Getenv("SERVICE_URL")}}
	client := graphward.NewAPIClient(configuration)
	ctx := context.Background()
	credentials := *graphward.NewLoginRequest("secret", "admin", os.Getenv("SERVICE_PASSWORD"))
	session := must(client.AuthenticationAPI.Login(ctx).LoginRequest(credentials).Execute())
	ctx = context.WithValue(ctx, graphward.ContextAccessToken, session.Data.SessionToken)

	self := must(client.AuthenticationAPI.GetSelf(ctx).Execute())
	user := must(client.SearchAPI.SearchEntities(ctx).Query(os.Getenv("SERVICE_USER")).Execute()).Data[0]
	tenant := must(client.CloudTenantsAPI.ListTenants(ctx).Execute()).Data[0]

	stats := must(client.CloudTenantsAPI.ListTenantDataQuality(ctx, tenant.Tenantid).Execute())
	providers := must(client.SAMLProvidersAPI.ListSamlProviders(ctx).Execute())
	jobs := must(client.JobsAPI.ListFinishedJobs(ctx).Limit(5).SortBy([]string{"-start_time"}).Execute())
	icon := graphward.CreateCustomNodesRequestCustomTypesValue{}
	if err := json.Unmarshal([]byte(\`{"icon": {"type": "font-awesome", "name": "print", "color": "#5B8DEF"}}\`), &icon); err != nil {
		panic(err)
	}
	types := map[string]graphward.CreateCustomNodesRequestCustomTypesValue{"GoClient": icon}
	nodes := must(client.CustomNodesAPI.CreateCustomNodes(ctx).CreateCustomNodesRequest(*graphward.NewCreateCustomNodesRequest(types)).Execute())
	group := must(client.AssetGroupsAPI.GetAssetGroup(ctx, 1).Execute())
	rights := must(client.EntitiesAPI.ListUserAdminRights(ctx, user.Objectid).Execute())
	events := must(client.EventsAPI.ListEvents(ctx).Execute())

	answers, _ := json.Marshal([]any{self.Data.Name, stats.Data[0].Users, providers.Data.SamlProviders[0].Name, jobs.Data[0].Status,
		nodes.Data[0].KindName, group.Data.Selectors[0].Name, rights.Data[0].Name, events.Data[0].Rrule})
	fmt.Println(string(answers))
}
`;

/** A client in Go. */
export const go = [
  {
    title: `Go (${generatorName})`,
    programs: ['go', 'java', 'python3'],
    async check(folder, env) {
      await mkdir(join(folder, 'calls'));
      const options = ['-g', 'go', '-i', 'openapi.json', '-o', '.', '-p', 'packageName=graphward'];
      await run(generatorName, ['generate', ...options], folder, env);
      await run('go', ['mod', 'edit', '-module', 'example.org/graphward'], folder, env);
      await writeFile(join(folder, 'calls', 'main.go'), calls);
      await run('go', ['build', '-o', 'calls.bin', './calls'], folder, env);
      return run(join(folder, 'calls.bin'), [], folder, env);
    },
  },
];
