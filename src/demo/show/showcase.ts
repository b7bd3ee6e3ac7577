import type { Capability } from '../../edition/capabilities.js';
import type { Estate } from '../generator/estate.js';

/** One call worth showing. */
export interface ShowcaseCall {
  readonly title: string;
  readonly method: 'GET' | 'POST';
  readonly target: string;
  /** What is created must be new, so that each of several calls has a body of its own. */
  readonly body?: (nth: number) => string;
  /** What an edition must have for the call to succeed. */
  readonly requires?: Capability;
}

/** One call for each of the seven operations, on the demo estate. */
export function showcase(estate: Estate): readonly ShowcaseCall[] {
  const { helpdesk } = estate.personas;
  const tenant = estate.tenantAt(estate.cloudRuns - 1).id;
  const printer = { icon: { type: 'font-awesome', name: 'print', color: '#5B8DEF' } };
  const kind = `Demo_Printer_${estate.plan.nowSeconds.toString(36)}`;
  return [
    {
      title: '1. Data quality of a cloud tenant, newest run first',
      method: 'GET',
      target: `/api/v2/cloud-tenants/${tenant}/data-quality-stats?limit=2`,
    },
    { title: '2. SAML providers', method: 'GET', target: '/api/v2/saml' },
    {
      title: '3. Finished jobs that did not succeed (enterprise)',
      requires: 'jobs',
      method: 'GET',
      target: '/api/v2/jobs/finished?status=failed&sort_by=-start_time&limit=2',
    },
    {
      title: '4. Create a custom node',
      method: 'POST',
      target: '/api/v2/custom-nodes',
      body: (nth) => JSON.stringify({ custom_types: { [`${kind}_${nth}`]: printer } }),
    },
    { title: '5. The asset group "Admin Tier Zero"', method: 'GET', target: '/api/v2/asset-groups/1' },
    {
      title: `6. What ${helpdesk.name} administers. ${helpdesk.story}`,
      method: 'GET',
      target: `/api/v2/users/${helpdesk.objectId}/admin-rights?limit=3`,
    },
    {
      title: '7. Schedules of collection (enterprise)',
      requires: 'events',
      method: 'GET',
      target: '/api/v2/events?sort_by=next_scheduled_at&limit=2',
    },
  ];
}
