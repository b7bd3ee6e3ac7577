import { call } from '../../api/call.js';
import { go, linkTo, useAddress, type Values } from '../../base/address.js';
import { Select } from '../../base/controls.js';
import { type Environment, useEnvironments } from '../../base/environments.js';
import { moment } from '../../base/format.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Heading, Lines } from '../../base/parts.js';
import { Answered, type Asked, useAnswer } from '../../base/states.js';
import { rangeOf } from '../../chart/days.js';
import { History } from '../../chart/history.js';
import type { Measure, MeasuredRow } from '../../chart/measures.js';
import { RangeChoice } from '../../chart/range.js';
import type { ViewProps } from '../screen.js';
import './data.css';

/** Data quality of one environment, or the choice of one. */
export function View({ parts: { id } }: ViewProps) {
  const environments = useEnvironments();
  const found = environments?.find((it) => it.id === id);
  const title = found
    ? `Data quality of ${found.name}`
    : id === undefined || !environments
      ? 'Data quality'
      : 'There is no such domain or tenant';
  return (
    <>
      <Heading text={title} />
      {found && environments ? (
        <EnvironmentQuality environment={found} environments={environments} />
      ) : (
        <div aria-busy={environments === undefined}>
          <p>
            {environments?.length === 0
              ? 'No domain or tenant has been collected yet.'
              : 'Each analysis counts the objects of each domain and tenant, and how complete the collection is.'}
          </p>
          <Lines
            of={environments ?? []}
            line={({ id: own, name, isCloud, isCollected }) => (
              <>
                <KindIcon kind={isCloud ? 'AZTenant' : 'Domain'} />{' '}
                <a href={pathOf(own)}>
                  <bdi>{name}</bdi>
                </a>{' '}
                {!isCollected && <span class="muted">only mentioned, so nothing is counted</span>}
              </>
            )}
          />
        </div>
      )}
    </>
  );
}

function pathOf(environment: string, values: Values = {}): string {
  return linkTo(`/data/quality/${encodeURIComponent(environment)}`, values);
}

/** Most analyses that are shown. */
const MOST = 1000;

interface EnvironmentQualityProps {
  readonly environment: Environment;
  readonly environments: readonly Environment[];
}

function EnvironmentQuality({ environment: { id, isCloud }, environments }: EnvironmentQualityProps) {
  const { query } = useAddress();
  const asked = useQuality(id, isCloud, query);
  const values = Object.fromEntries(['from', 'to'].map((it) => [it, query.get(it) ?? '']));
  return (
    <>
      <div class="row">
        <Select
          label="Environment"
          value={id}
          choices={environments.map((it) => [it.id, it.name])}
          onChange={(value) => go(pathOf(value, values))}
        />
        <RangeChoice />
      </div>
      <Answered asked={asked} lines={12}>
        {({ data, ...answer }) =>
          answer.count === 0 ? (
            <p role="status">No analysis has counted it in this range.</p>
          ) : (
            <History
              {...answer}
              label="Data quality"
              measures={isCloud ? tenantMeasures : domainMeasures}
              isUsual={({ isShare }, index) => index < 3 || isShare === true}
              rows={data}
              timeOf={(row) => <a href={linkTo('/data/analysis', { run: row.run_id })}>{moment(row.created_at)}</a>}
            />
          )
        }
      </Answered>
    </>
  );
}

interface QualityAnswer {
  readonly count: number;
  readonly start: string;
  readonly end: string;
  readonly data: readonly (MeasuredRow & { readonly run_id: string })[];
}

function useQuality(id: string, isCloud: boolean, address: URLSearchParams): Asked<QualityAnswer> {
  const query = { ...rangeOf(address), limit: MOST };
  const domain = call('GET /api/v2/ad-domains/{domain_id}/data-quality-stats', { path: { domain_id: id }, query });
  const tenant = call('GET /api/v2/cloud-tenants/{tenant_id}/data-quality-stats', { path: { tenant_id: id }, query });
  return useAnswer<QualityAnswer>(isCloud ? tenant : domain);
}

const domainMeasures: readonly Measure[] = [
  { name: 'users', title: 'Users' },
  { name: 'groups', title: 'Groups' },
  { name: 'computers', title: 'Computers' },
  { name: 'session_completeness', title: 'Users with sessions', isShare: true },
  { name: 'local_group_completeness', title: 'Computers with local groups', isShare: true },
  { name: 'relationships', title: 'Edges' },
  { name: 'acls', title: 'Edges from access control' },
  { name: 'sessions', title: 'Sessions' },
  { name: 'ous', title: 'OUs' },
  { name: 'containers', title: 'Containers' },
  { name: 'gpos', title: 'GPOs' },
  { name: 'aiacas', title: 'AIA CAs' },
  { name: 'rootcas', title: 'Root CAs' },
  { name: 'enterprisecas', title: 'Enterprise CAs' },
  { name: 'ntauthstores', title: 'NTAuth stores' },
  { name: 'certtemplates', title: 'Certificate templates' },
  { name: 'issuancepolicies', title: 'Issuance policies' },
];

const tenantMeasures: readonly Measure[] = [
  { name: 'users', title: 'Users' },
  { name: 'groups', title: 'Groups' },
  { name: 'devices', title: 'Devices' },
  { name: 'relationships', title: 'Edges' },
  { name: 'apps', title: 'Applications' },
  { name: 'service_principals', title: 'Service principals' },
  { name: 'management_groups', title: 'Management groups' },
  { name: 'subscriptions', title: 'Subscriptions' },
  { name: 'resource_groups', title: 'Resource groups' },
  { name: 'vms', title: 'Virtual machines' },
  { name: 'key_vaults', title: 'Key vaults' },
];
