import { call } from '../../api/call.js';
import type { FindingDto } from '../../api/schema.js';
import { linkTo, useAddress } from '../../base/address.js';
import { useEnvironments } from '../../base/environments.js';
import { Choice, EnvironmentChoice } from '../../base/filters.js';
import { counted, day } from '../../base/format.js';
import { Heading } from '../../base/heading.js';
import { KindIcon } from '../../base/kind-icon.js';
import { useKindTexts } from '../../base/kind-texts.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import { type Column, Table } from '../../table/table.js';
import { PAGE, useRows } from '../../table/use-rows.js';
import { Acceptance } from './acceptance.js';
import { explainLink, kindOf, pathsLink } from './links.js';
import { SeverityMark } from './severity-mark.js';
import { texts } from './texts.js';

const statuses = ['active', 'accepted', 'remediated'] as const;

/** The findings of one type. Filters and order are in the address. */
export function FindingsOfType({ type }: { readonly type: string }) {
  const { query } = useAddress();
  const types = useAnswer(call('GET /api/v2/attack-paths/finding-types'));
  const [environment, asked] = [query.get('environment'), query.get('status')];
  const status = statuses.find((it) => it === asked) ?? 'active';
  const sort = query.get('sort_by') ?? '-risk';
  const filter = {
    finding: [`eq:${type}`],
    status: [`eq:${status}`],
    ...(environment !== null && { environment_id: [environment] }),
  };
  const rows = useRows((skip) => {
    const parameters = { ...filter, skip, limit: PAGE, sort_by: [sortOf(sort)] };
    return call('GET /api/v2/attack-paths/findings', { query: parameters });
  });
  const title = types.answer?.data.find(({ finding }) => finding === type)?.title ?? type;
  const isRelationship = rows.answer?.data[0]?.finding_type === 'relationship';
  return (
    <>
      <Heading text={title} />
      <p>
        <a href={linkTo('/findings', { environment: environment ?? '' })}>{texts.allTypes}</a>
      </p>
      <Meaning type={type} />
      <p class="row">
        <EnvironmentChoice environments={useEnvironments()} />
        <Choice name="status" label={texts.status} any={texts.statuses.active}>
          {statuses.slice(1).map((it) => (
            <option key={it} value={it}>
              {texts.statuses[it]}
            </option>
          ))}
        </Choice>
      </p>
      <Answered asked={rows} lines={10}>
        {({ count }) => (
          <>
            <p role="status">{count === 0 ? texts.noneOf(status) : counted(count, 'finding')}</p>
            {count > 0 && (
              <Table
                label={title}
                columns={isRelationship ? [source, ...columns] : columns}
                rows={rows.rows}
                sort={sort}
              />
            )}
          </>
        )}
      </Answered>
    </>
  );
}

const sorts = ['source_principal_name', 'target_principal_name', 'risk', 'first_seen'] as const;

/** The order in the address; the worst first if it has none that the columns have. */
function sortOf(asked: string) {
  const name = sorts.find((it) => it === asked.replace('-', ''));
  if (name === undefined) return '-risk';
  return asked.startsWith('-') ? (`-${name}` as const) : name;
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
    <Principal id={it.source_principal_id} kind={it.source_principal_kind} name={it.source_principal_name} />
  ),
};

const columns: readonly Column<FindingDto>[] = [
  {
    title: texts.target,
    sort: 'target_principal_name',
    cell: (it) => (
      <Principal id={it.target_principal_id} kind={it.target_principal_kind} name={it.target_principal_name} />
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

interface PrincipalProps {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
}

function Principal({ id, kind, name }: PrincipalProps) {
  return (
    <>
      <KindIcon kind={kind} />{' '}
      <a href={linkTo(`/o/${encodeURIComponent(id)}`)}>
        <bdi>{name}</bdi>
      </a>
    </>
  );
}
