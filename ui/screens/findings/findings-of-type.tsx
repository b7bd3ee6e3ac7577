import { call, formCall } from '../../api/call.js';
import type { FindingDto, FindingTypeDto } from '../../api/schema.js';
import { address, linkTo } from '../../base/address.js';
import { Change } from '../../base/form.js';
import { day, number, percent } from '../../base/format.js';
import { Markdown } from '../../base/markdown-view.js';
import { useKindTexts } from '../../base/kind-texts.js';
import { Heading } from '../../base/parts.js';
import { useAnswer } from '../../base/states.js';
import { daysBefore } from '../../chart/days.js';
import { environmentFilter, type Filter } from '../../table/list-filters.js';
import { List } from '../../table/list.js';
import { type Column, objectColumn } from '../../table/table.js';
import { SeverityMark } from './severity-mark.js';

const statusTexts = { active: 'Active', accepted: 'Accepted', remediated: 'Resolved' } as const;
const noneOf = {
  active: 'No active finding passes the filters.',
  accepted: 'No accepted risk.',
  remediated: 'No finding has been resolved.',
} as const;

const statuses = ['active', 'accepted', 'remediated'] as const;
const { active, ...otherStatuses } = statusTexts;
const filters: readonly Filter[] = [
  environmentFilter,
  { name: 'status', label: 'Status', kind: 'choice', any: active, choices: otherStatuses },
];

/** Stands for a type. */
export const allTypes = 'all';

/** The findings of one type, or of all. Filters and order are in the address. */
export function FindingsOfType({ type }: { readonly type: string }) {
  const { query } = address.value;
  const types = useAnswer(call('GET /api/v2/attack-paths/finding-types'));
  const isAll = type === allTypes;
  const own = types.answer?.data.find(({ finding }) => finding === type);
  const title = isAll ? 'All findings' : (own?.title ?? type);
  const kindOf = kindsOf(types.answer?.data ?? []);
  const isRelationship = kindOf(type) !== null;
  const status = statuses.find((it) => it === query.get('status')) ?? 'active';
  return (
    <>
      <Heading text={title} />
      <p>
        <a href={linkTo('/findings', { environment: query.get('environment') ?? '' })}>All types of findings</a>
      </p>
      <About own={own} kind={kindOf(type)} hasLosses={isRelationship || isAll} />
      <List
        ask={({ environment, ...parameters }) =>
          formCall('GET /api/v2/attack-paths/findings', {
            query: {
              ...parameters,
              environment_id: environment,
              ...(!isAll && { finding: `eq:${type}` }),
              status: `eq:${status}`,
            },
          })
        }
        label={title}
        columns={[...columnsOf(isRelationship, isAll), ...columns, nextColumn(kindOf)]}
        filters={filters}
        none={noneOf[status]}
        noneLeft={noneOf[status]}
        unit="finding"
      />
    </>
  );
}

interface AboutProps {
  /** The type, if it is present. */
  readonly own: FindingTypeDto | undefined;
  readonly kind: string | null;
  readonly hasLosses: boolean;
}

function About({ own, kind, hasLosses }: AboutProps) {
  return (
    <>
      {own?.relationship_kind === undefined ? <Meaning kind={kind} /> : <Texts of={own} />}
      {hasLosses && (
        <p class="muted">
          Freed: accounts that lose their last way into tier zero if the source loses all rights on the object. Shared:
          accounts that keep another way.
        </p>
      )}
    </>
  );
}

/** Why edges of the kind are dangerous, and what removes them. */
function Meaning({ kind }: { readonly kind: string | null }) {
  const description = useKindTexts().of(kind ?? '');
  if (!description) return null;
  return (
    <details>
      <summary>Why it is dangerous, and what removes it</summary>
      <p>{description.meaning}</p>
      <p>{description.danger}</p>
      <p>{description.remediation}</p>
    </details>
  );
}

/** The texts of a finding of an extension. */
function Texts({ of: { description = '', remediation = '' } }: { readonly of: FindingTypeDto }) {
  return (
    <details>
      <summary>Why it is dangerous, and what removes it</summary>
      <Markdown text={description} />
      <Markdown text={remediation} />
    </details>
  );
}

const from: Column<FindingDto> = objectColumn(
  'From',
  (it) => ({ id: it.source_principal_id, name: it.source_principal_name, kind: it.source_principal_kind }),
  { width: '1fr', sort: 'source_principal_name' },
);

const object: Column<FindingDto> = objectColumn(
  'Object',
  (it) => ({ id: it.target_principal_id, name: it.target_principal_name, kind: it.target_principal_kind }),
  { width: '1fr', sort: 'target_principal_name' },
);

const exposure: Column<FindingDto> = {
  title: 'Exposure',
  width: '10rem',
  sort: 'exposure_count',
  isExtra: true,
  cell: (it) => `${number(it.exposure_count)} (${percent(it.exposure_percentage, 1)})`,
};

const losses: readonly Column<FindingDto>[] = [
  { title: 'Freed', width: '6rem', name: 'freed', isNumber: true },
  { title: 'Shared', width: '6rem', name: 'shared', isNumber: true, isExtra: true },
];

const typeOf: Column<FindingDto> = { title: 'Type', width: '1fr', name: 'title', link: ({ finding }) => finding };

/** Findings about one object have an exposure alone. */
function columnsOf(isRelationship: boolean, isAll: boolean): readonly Column<FindingDto>[] {
  if (isAll) return [typeOf, from, object, ...losses, exposure];
  return isRelationship ? [from, object, ...losses] : [object, exposure];
}

const columns: readonly Column<FindingDto>[] = [
  {
    title: 'Severity',
    width: '6rem',
    sort: 'risk',
    isExtra: true,
    cell: ({ severity }) => <SeverityMark severity={severity} />,
  },
  {
    title: 'Impact',
    width: '10rem',
    isExtra: true,
    cell: (it) => `${number(it.impact_count)} (${percent(it.impact_percentage, 1)})`,
  },
  { title: 'First seen', width: '7rem', sort: 'first_seen', isExtra: true, cell: (it) => day(it.first_seen) },
];

/** The kind of the edges of a type of relationship findings; null for others. */
type KindOfType = (type: string) => string | null;

const nextColumn = (kindOf: KindOfType): Column<FindingDto> => ({
  title: 'Next',
  width: '16rem',
  cell: (finding) => {
    const kind = kindOf(finding.finding);
    return (
      <>
        <a href={pathsLink(finding)}>Paths</a> {kind !== null && <a href={explainLink(finding, kind)}>Explain</a>}{' '}
        {kind !== null && <a href={fixesLink(finding, kind)}>Fixes</a>} <Acceptance finding={finding} />
      </>
    );
  },
});

type Ends = Pick<FindingDto, 'finding_type' | 'source_principal_id' | 'target_principal_id'>;

/** `T0AddMember` → `AddMember`; extensions name theirs. @param types the present ones */
function kindsOf(types: readonly FindingTypeDto[]): KindOfType {
  return (type) =>
    types.find(({ finding }) => finding === type)?.relationship_kind ?? /^T0(.+)/.exec(type)?.[1] ?? null;
}

/** The paths of users to the source of a relationship, or to the weak object: they make up the exposure. */
function pathsLink({ finding_type: type, source_principal_id: source, target_principal_id: target }: Ends) {
  return linkTo('/paths', { start_kind: 'User', end_node: type === 'relationship' ? source : target });
}

/** The edge of a relationship finding, explained. */
function explainLink({ source_principal_id: source, target_principal_id: target }: Ends, kind: string) {
  const edge = [source, target, kind].join();
  return linkTo('/paths', { start_node: source, end_node: target, relationship_kinds: `in:${kind}`, edge });
}

/** The fixes that cut the edge of a relationship finding. */
function fixesLink({ source_principal_id: source, target_principal_id: target }: Ends, kind: string) {
  return linkTo('/plan', { cuts: [source, kind, target].join() });
}

/** Days for which a risk is accepted unless another end is chosen. */
const USUAL_DAYS = 90;

const fields = [
  { name: 'accept_until', label: 'Until', kind: 'day', isRequired: true },
  { name: 'reason', label: 'Reason' },
] as const;

/** Accepts the risk of a finding, or withdraws that. */
function Acceptance({ finding }: { readonly finding: FindingDto }) {
  if (finding.status === 'remediated') return null;
  const isAccepted = finding.status === 'accepted';
  return (
    <Change
      label={isAccepted ? 'Withdraw' : 'Accept'}
      about={endsOf(finding)}
      note={
        isAccepted
          ? `Accepted until ${day(finding.accepted_until.time ?? '')}${finding.accept_reason === '' ? '' : `: ${finding.accept_reason}`}. The finding will be active again.`
          : 'It is not listed as active until then. Counts of types and the posture contain it.'
      }
      permission="graph:write"
      fields={isAccepted ? [] : fields}
      values={{ accept_until: `${daysBefore(-USUAL_DAYS, Date.now())}T00:00:00Z`, reason: '' }}
      ask={(values) =>
        formCall('PUT /api/v2/attack-paths/{attack_path_id}/acceptance', {
          path: { attack_path_id: finding.id },
          body: isAccepted ? { accepted: false } : { accepted: true, ...values },
        })
      }
    />
  );
}

function endsOf({ title, source_principal_name: source, target_principal_name: target }: FindingDto): string {
  return `${title}: ${source === '' ? '' : `${source} → `}${target}`;
}
