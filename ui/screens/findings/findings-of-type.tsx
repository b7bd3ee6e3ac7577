import { call, formCall } from '../../api/call.js';
import type { FindingDto } from '../../api/schema.js';
import { linkTo, useAddress } from '../../base/address.js';
import { counted, day } from '../../base/format.js';
import { Heading } from '../../base/heading.js';
import { useKindTexts } from '../../base/kind-texts.js';
import { ObjectLink } from '../../base/object-link.js';
import { useAnswer } from '../../base/use-answer.js';
import { useEnvironmentFilter } from '../../table/environment-filter.js';
import { List } from '../../table/list.js';
import type { Filter } from '../../table/list-filters.js';
import type { Column } from '../../table/table.js';
import { Acceptance } from './acceptance.js';
import { explainLink, kindOf, pathsLink } from './links.js';
import { SeverityMark } from './severity-mark.js';
import { texts } from './texts.js';

const statuses = ['active', 'accepted', 'remediated'] as const;
const otherStatuses = statuses.slice(1).map((it) => [it, texts.statuses[it]] as const);

/** The findings of one type. Filters and order are in the address. */
export function FindingsOfType({ type }: { readonly type: string }) {
  const { query } = useAddress();
  const types = useAnswer(call('GET /api/v2/attack-paths/finding-types'));
  const title = types.answer?.data.find(({ finding }) => finding === type)?.title ?? type;
  const status = statuses.find((it) => it === query.get('status')) ?? 'active';
  const filters: readonly Filter[] = [
    useEnvironmentFilter(),
    { name: 'status', label: texts.status, kind: 'choice', any: texts.statuses.active, choices: otherStatuses },
  ];
  return (
    <>
      <Heading text={title} />
      <p>
        <a href={linkTo('/findings', { environment: query.get('environment') ?? '' })}>{texts.allTypes}</a>
      </p>
      <Meaning type={type} />
      <List
        ask={({ environment, ...parameters }) =>
          formCall('GET /api/v2/attack-paths/findings', {
            query: { ...parameters, environment_id: environment, finding: `eq:${type}`, status: `eq:${status}` },
          })
        }
        label={title}
        columns={type.startsWith('T0') ? [source, ...columns] : columns}
        filters={filters}
        sort="-risk"
        none={texts.noneOf(status)}
        noneLeft={texts.noneOf(status)}
        counted={(count) => counted(count, 'finding')}
      />
    </>
  );
}

/** Why edges of the kind are dangerous, and what removes them. */
function Meaning({ type }: { readonly type: string }) {
  const description = useKindTexts().of(kindOf(type));
  if (!description) return null;
  return (
    <details>
      <summary>{texts.meaning}</summary>
      <p>{description.meaning}</p>
      <p>{description.danger}</p>
      <p>{description.remediation}</p>
    </details>
  );
}

const source: Column<FindingDto> = {
  title: texts.source,
  sort: 'source_principal_name',
  cell: (it) => (
    <ObjectLink id={it.source_principal_id} kind={it.source_principal_kind} name={it.source_principal_name} />
  ),
};

const columns: readonly Column<FindingDto>[] = [
  {
    title: texts.target,
    sort: 'target_principal_name',
    cell: (it) => (
      <ObjectLink id={it.target_principal_id} kind={it.target_principal_kind} name={it.target_principal_name} />
    ),
  },
  {
    title: texts.severity,
    width: '6rem',
    sort: 'risk',
    isExtra: true,
    cell: ({ severity }) => <SeverityMark severity={severity} />,
  },
  {
    title: texts.exposure,
    width: '10rem',
    isExtra: true,
    cell: (it) => texts.exposureOf(it.exposure_count, it.exposure_percentage),
  },
  {
    title: texts.impact,
    width: '10rem',
    isExtra: true,
    cell: (it) => texts.impactOf(it.impact_count, it.impact_percentage),
  },
  { title: texts.firstSeen, width: '7rem', sort: 'first_seen', isExtra: true, cell: (it) => day(it.first_seen) },
  {
    title: texts.next,
    width: '11rem',
    cell: (finding) => (
      <span class="actions">
        <a href={pathsLink(finding)}>{texts.paths}</a>
        {finding.finding_type === 'relationship' && <a href={explainLink(finding)}>{texts.explain}</a>}
        <Acceptance finding={finding} />
      </span>
    ),
  },
];
