import {
  byCollector,
  client,
  clientDraft,
  collected,
  domainOf,
  event,
  finding,
  job,
  type MakeCall,
  nightly,
  ofDomain,
  runningJob,
  scope,
} from './call-makers.js';

/** Of operations of the enterprise edition. */
export const ofEnterprise: Readonly<Record<string, MakeCall>> = {
  'GET /api/v2/domains/{domain_id}/attack-path-findings': ofDomain,
  'GET /api/v2/domains/{domain_id}/details': ofDomain,
  'GET /api/v2/domains/{domain_id}/sparkline': ofDomain,
  'GET /api/v2/domains/{domain_id}/available-types': (world) => ({ path: { domain_id: domainOf(world) } }),
  'GET /api/v2/posture-history/{data_type}': (world) => ({
    path: { data_type: 'findings' },
    query: { environments: [domainOf(world)] },
  }),
  'GET /api/v2/attack-paths/finding-trends': (world) => ({ query: { environments: [domainOf(world)] } }),
  'PUT /api/v2/attack-paths/{attack_path_id}/acceptance': async (world) => ({
    path: { attack_path_id: (await finding(world)).id },
    body: { accepted: true, accept_until: '2100-01-31T00:00:00Z', reason: 'Ends with the migration' },
  }),
  'POST /api/v2/clients': (world) => ({ body: clientDraft(world) }),
  'GET /api/v2/clients/{client_id}': ({ client: { id } }) => ({ path: { client_id: id } }),
  'PUT /api/v2/clients/{client_id}': async (world) => ({
    path: { client_id: await client(world) },
    body: { name: world.name('Test network'), domain_controller: 'dc2.halden.example' },
  }),
  'DELETE /api/v2/clients/{client_id}': async (world) => ({ path: { client_id: await client(world) } }),
  'PUT /api/v2/clients/{client_id}/token': async (world) => ({ path: { client_id: await client(world) } }),
  'POST /api/v2/clients/{client_id}/jobs': ({ client: { id } }) => ({ path: { client_id: id }, body: scope }),
  'PUT /api/v2/clients/update': () =>
    byCollector({ body: { address: '192.0.2.12', hostname: 'collector-3.halden.example', version: '2.5.9' } }),
  'POST /api/v2/clients/error': () => byCollector({ body: { task_error: 'the disk is full' } }),
  'POST /api/v2/ingest': async (world) => {
    await runningJob(world);
    return byCollector({ body: collected });
  },
  'GET /api/v2/jobs/available': async (world) => {
    await job(world);
    return byCollector();
  },
  'GET /api/v2/jobs/current': async (world) => {
    await runningJob(world);
    return byCollector();
  },
  'POST /api/v2/jobs/start': async (world) => {
    const former = await runningJob(world);
    await world.make('POST', '/jobs/end', { status: 'complete', message: `after ${former}` }, 'collector');
    return byCollector({ body: { id: await job(world) } });
  },
  'POST /api/v2/jobs/end': async (world) => {
    await runningJob(world);
    return byCollector({ body: { status: 'complete', message: 'collected' } });
  },
  'GET /api/v2/jobs/{job_id}': async (world) => ({ path: { job_id: await job(world) } }),
  'PUT /api/v2/jobs/{job_id}/cancel': async (world) => ({ path: { job_id: await job(world) } }),
  'GET /api/v2/jobs/{job_id}/log': async (world) => ({ path: { job_id: await job(world) } }),
  'POST /api/v2/events': ({ client: { id } }) => ({
    body: { client_id: id, title: 'Sessions, every night', rrule: nightly, ...scope },
  }),
  'POST /api/v2/events/occurrences': () => ({ body: { rrule: nightly } }),
  'GET /api/v2/events/{event_id}': () => ({ path: { event_id: 1 } }),
  'PUT /api/v2/events/{event_id}': async (world) => ({
    path: { event_id: await event(world) },
    body: { title: 'Sessions, every night', rrule: nightly, ...scope },
  }),
  'DELETE /api/v2/events/{event_id}': async (world) => ({ path: { event_id: await event(world) } }),
};
