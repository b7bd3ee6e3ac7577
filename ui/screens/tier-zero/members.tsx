import { call, formCall } from '../../api/call.js';
import type { TagMemberDto } from '../../api/schema.js';
import { linkTo, linkWith, useAddress } from '../../base/address.js';
import { counted, number } from '../../base/format.js';
import { ObjectLink } from '../../base/parts.js';
import { Answered, useAnswer } from '../../base/states.js';
import { List } from '../../table/list.js';
import type { Column } from '../../table/table.js';

/** Id of the tag of tier zero. */
const TIER_ZERO = 1;

interface MembersProps {
  /** Id of the tag. */
  readonly tag: number;
}

const columns: readonly Column<TagMemberDto>[] = [
  {
    title: 'Name',
    width: '2fr',
    sort: 'name',
    cell: ({ object_id: id, name, primary_kind: kind }) => <ObjectLink id={id} name={name} kind={kind} />,
  },
  { title: 'Kind', width: '9rem', isExtra: true, cell: (member) => member.primary_kind },
  { title: 'Why', cell: ({ id, source }) => <a href={linkWith({ member: String(id) })}>{sourceText(source)}</a> },
];

/** The members by kind. */
export function Members({ tag }: MembersProps) {
  const { query } = useAddress();
  const [kind, member] = [query.get('primary_kind') ?? '', query.get('member')];
  const path = { asset_group_tag_id: tag };
  const counts = useAnswer(call('GET /api/v2/asset-group-tags/{asset_group_tag_id}/members/counts', { path }));
  return (
    <>
      <h2>Members</h2>
      {tag === TIER_ZERO && (
        <p>
          <a href={linkTo('/', { tier_zero: 'true', type: kind })}>Search them by their properties</a>
        </p>
      )}
      <Answered asked={counts} lines={1}>
        {({ data }) => (
          <nav class="row" aria-label="Kind">
            <KindLink label="All kinds" count={data.total_count} kind="" chosen={kind} />
            {Object.entries(data.counts).map(([name, count]) => (
              <KindLink key={name} label={name} count={count} kind={name} chosen={kind} />
            ))}
          </nav>
        )}
      </Answered>
      {member !== null && Number(member) > 0 && <Why tag={tag} member={Number(member)} />}
      <List
        ask={(parameters) =>
          formCall('GET /api/v2/asset-group-tags/{asset_group_tag_id}/members', { path, query: parameters })
        }
        label="Members"
        columns={columns}
        parameters={['primary_kind']}
        sort="name"
        none="No member of this kind."
        counted={(count: number) => counted(count, 'member')}
      />
    </>
  );
}

interface KindLinkProps {
  readonly label: string;
  readonly count: number;
  readonly kind: string;
  readonly chosen: string;
}

function KindLink({ label, count, kind, chosen }: KindLinkProps) {
  return (
    <a href={linkWith({ primary_kind: kind, member: '' })} aria-current={kind === chosen ? 'true' : undefined}>
      {label} {number(count)}
    </a>
  );
}

/** The selectors that name a member. */
function Why({ tag, member }: MembersProps & { readonly member: number }) {
  const path = { asset_group_tag_id: tag, asset_group_member_id: member };
  const asked = useAnswer(
    call('GET /api/v2/asset-group-tags/{asset_group_tag_id}/members/{asset_group_member_id}', { path }),
  );
  return (
    <Answered asked={asked} lines={2}>
      {({ data: { member: found } }) => (
        <div class="note" role="status">
          <h3>Why {found.name} is a member</h3>
          <p>{sourceText(found.source)}</p>
          {found.selectors.length === 0 && <p>No selector names it. It follows from a member above or below it.</p>}
          <ul>
            {found.selectors.map(({ id, name, description }) => (
              <li key={id}>
                <bdi>{name}</bdi> <span class="muted">{description}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Answered>
  );
}

/** Why an object is a member. */
export function sourceText(source: number): string {
  return ['', 'A selector names it', 'Below a selected object', 'Above a selected object'][source] ?? '';
}
