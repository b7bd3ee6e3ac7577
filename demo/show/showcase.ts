import type { Estate } from '../generator/estate.js';
import { pathToTierZero } from './path-to-tier-zero.js';
import { roastableUsers } from './roastable-users.js';
import type { ShowcaseCall } from './showcase-call.js';

export interface Showcase {
  /** Shell variables of the targets, with their values. */
  readonly variables: Readonly<Record<string, string>>;
  readonly calls: readonly ShowcaseCall[];
}

interface Page<T> {
  readonly count: number;
  readonly data: readonly T[];
}

/** One call for each of the seven operations, one for a path, and a query. */
export function showcase(estate: Estate): Showcase {
  const { helpdesk, withoutRights } = estate.personas;
  const tenant = estate.tenantAt(estate.cloudRuns - 1);
  return {
    variables: {
      DOMAIN: estate.plan.domain.sid,
      TENANT: tenant.id,
      OBJECT_ID: helpdesk.objectId,
      USER_ID: withoutRights.objectId,
    },
    calls: [
      {
        title: '1. Data quality of a cloud tenant',
        method: 'GET',
        target: '/api/v2/cloud-tenants/$TENANT/data-quality-stats?limit=2',
        meaning: (answer) => {
          const { count, data }: Page<{ users: number; vms: number; relationships: number }> = JSON.parse(answer);
          const newest = data[0];
          if (!newest) return 'No analysis has counted the tenant yet.';
          return `The newest of ${count} analyses counted ${newest.users} users, ${newest.vms} virtual machines and ${newest.relationships.toLocaleString('en')} relationships in the tenant ${tenant.name}.`;
        },
      },
      {
        title: '2. SAML providers',
        method: 'GET',
        target: '/api/v2/saml',
        meaning: (answer) => {
          const { data }: { data: { saml_providers: readonly { display_name: string; idp_sso_uri: string }[] } } =
            JSON.parse(answer);
          const providers = data.saml_providers.map((it) => `${it.display_name} (${it.idp_sso_uri})`);
          return `${counted(providers.length, 'identity provider is', 'identity providers are')} configured: ${providers.join(', ')}.`;
        },
      },
      {
        title: '3. Failed collection jobs (enterprise)',
        requires: 'jobs',
        method: 'GET',
        target: '/api/v2/jobs/finished?status=failed&limit=2',
        meaning: (answer) => {
          const { count, data }: Page<{ client_name: string; end_time: string; status_message: string }> =
            JSON.parse(answer);
          const last = data[0];
          if (!last) return 'No job has failed.';
          return `${counted(count, 'job has', 'jobs have')} failed. The last one ran on the client "${last.client_name}" on ${last.end_time.slice(0, 10)}: ${last.status_message}.`;
        },
      },
      {
        title: '4. Create a custom node',
        method: 'POST',
        target: '/api/v2/custom-nodes',
        body: (nth) =>
          `{"custom_types":{"${printerKind(estate)}_${nth}":\n     {"icon":{"type":"font-awesome","name":"print","color":"#5B8DEF"}}}}`,
        meaning: (answer) => {
          const { data }: { data: readonly { kindName: string; config: { icon: { name: string; color: string } } }[] } =
            JSON.parse(answer);
          return data
            .map(
              ({ kindName, config: { icon } }) =>
                `Nodes of the kind ${kindName} are drawn with the icon "${icon.name}" in ${icon.color}.`,
            )
            .join(' ');
        },
      },
      {
        title: '5. The asset group "Admin Tier Zero"',
        method: 'GET',
        target: '/api/v2/asset-groups/1',
        meaning: (answer) => {
          const {
            data,
          }: { data: { member_count: number; selectors: readonly { name: string; system_selector: boolean }[] } } =
            JSON.parse(answer);
          const added = data.selectors.flatMap((it) => (it.system_selector ? [] : [it.name])).join(' and ');
          return `Control of any of these ${data.member_count} objects means control of the domain. Selectors added ${added}; analysis found the others.`;
        },
      },
      {
        title: '6. What a user administers',
        method: 'GET',
        target: '/api/v2/users/$OBJECT_ID/admin-rights?limit=3',
        meaning: (answer) => {
          const { count }: Page<object> = JSON.parse(answer);
          return `${helpdesk.name} administers ${counted(count, 'computer', 'computers')}. ${helpdesk.story}`;
        },
      },
      {
        title: '7. Collection schedules (enterprise)',
        requires: 'events',
        method: 'GET',
        target: '/api/v2/events?sort_by=next_scheduled_at&limit=2',
        meaning: (answer) => {
          const { count, data }: Page<{ id: number; rrule: string }> = JSON.parse(answer);
          const next = data[0];
          if (!next) return 'Nothing is scheduled.';
          const rule = next.rrule.slice(next.rrule.indexOf('RRULE:') + 'RRULE:'.length);
          return `${counted(count, 'event schedules', 'events schedule')} collections. The next one is event ${next.id}: ${rule}.`;
        },
      },
      pathToTierZero(estate),
      roastableUsers,
    ],
  };
}

/** A new name at each start, because a kind can be created only once. */
function printerKind({ plan }: Estate): string {
  return `Printer_${plan.nowSeconds.toString(36)}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
