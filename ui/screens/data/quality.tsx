import { call } from '../../api/call.js';
import type { DataQualityStatDto } from '../../api/schema.js';
import { address, go, linkTo, type Values } from '../../base/address.js';
import { Select } from '../../base/controls.js';
import { type Environment, useEnvironments } from '../../base/environments.js';
import { moment, titleOf } from '../../base/format.js';
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
      : 'There is no such environment';
  return (
    <>
      <Heading text={title} />
      {found && environments ? (
        <EnvironmentQuality environment={found} environments={environments} />
      ) : (
        <div aria-busy={environments === undefined}>
          <p>
            {environments?.length === 0
              ? 'No environment has been collected yet.'
              : 'Each analysis counts the objects of each environment, and how complete the collection is.'}
          </p>
          <Lines
            of={environments ?? []}
            line={({ id: own, name, kind, isCollected }) => (
              <>
                <KindIcon kind={kind} />{' '}
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

function EnvironmentQuality({ environment: { id, type }, environments }: EnvironmentQualityProps) {
  const { query } = address.value;
  const asked = useQuality(id, type);
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
              measures={measures[type](data)}
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

function useQuality(id: string, type: Environment['type']): Asked<QualityAnswer> {
  const query = { ...rangeOf(address.value.query), limit: MOST };
  const domain = call('GET /api/v2/ad-domains/{domain_id}/data-quality-stats', { path: { domain_id: id }, query });
  const tenant = call('GET /api/v2/cloud-tenants/{tenant_id}/data-quality-stats', { path: { tenant_id: id }, query });
  const others = call('GET /api/v2/data-quality-stats', { query: { ...query, environment_id: id } });
  const asked = useAnswer<QualityAnswer>(type === 'domain' ? domain : type === 'tenant' ? tenant : null);
  const counts = useAnswer(type === 'extension' ? others : null);
  return type === 'extension' ? { ...counts, answer: counts.answer && joined(counts.answer) } : asked;
}

interface CountsAnswer extends Omit<QualityAnswer, 'data'> {
  readonly data: readonly DataQualityStatDto[];
}

/** The counts of an extension as one row for each analysis. The oldest is left out if some of its counts may be missing. */
function joined({ data, count, ...range }: CountsAnswer): QualityAnswer {
  const rows = new Map<string, QualityAnswer['data'][number]>();
  for (const { run_id, created_at, metric_name: name, metric_value: value } of data)
    rows.set(run_id, { ...rows.get(run_id), run_id, created_at, [name]: value });
  const all = [...rows.values()];
  const whole = count > data.length && all.length > 1 ? all.slice(0, -1) : all;
  return { ...range, count: whole.length, data: whole };
}

const titles: Readonly<Record<string, string>> = {
  session_completeness: 'Users with sessions',
  local_group_completeness: 'Computers with local groups',
  relationships: 'Edges',
  acls: 'Edges from access control',
  apps: 'Applications',
};

function measuresOf(...names: readonly string[]): readonly Measure[] {
  return names.map((name) => {
    const title = titles[name] ?? titleOf(name.replaceAll('_', '-'));
    return { name, title, isShare: name.endsWith('_completeness') };
  });
}

const domainMeasures = [
  ...measuresOf('users', 'groups', 'computers', 'session_completeness', 'local_group_completeness'),
  ...measuresOf('relationships', 'acls', 'sessions', 'ous', 'containers', 'gpos', 'aiacas', 'rootcas'),
  ...measuresOf('enterprisecas', 'ntauthstores', 'certtemplates', 'issuancepolicies', 'sites'),
  ...measuresOf('siteservers', 'sitesubnets'),
];

const tenantMeasures = [
  ...measuresOf('users', 'groups', 'devices', 'relationships', 'apps', 'service_principals'),
  ...measuresOf('management_groups', 'subscriptions', 'resource_groups', 'vms', 'key_vaults'),
];

const measures = {
  domain: () => domainMeasures,
  tenant: () => tenantMeasures,
  /** The kinds that were counted. */
  extension: (rows: QualityAnswer['data']) =>
    [...new Set(rows.flatMap(({ run_id: _run, created_at: _time, ...counts }) => Object.keys(counts)))]
      .toSorted()
      .map((name) => ({ name, title: name })),
};
