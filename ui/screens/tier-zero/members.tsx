import { call } from '../../api/call.js';
import type { TagMemberDto } from '../../api/schema.js';
import { linkTo, linkWith, useAddress } from '../../base/address.js';
import { number } from '../../base/format.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import { type Column, Table } from '../../table/table.js';
import { PAGE, useRows } from '../../table/use-rows.js';
import { texts } from './texts.js';

interface MembersProps {
  /** Id of the tag. */
  readonly tag: number;
}

const columns: readonly Column<TagMemberDto>[] = [
  {
    title: texts.name,
    width: '2fr',
    sort: 'name',
    cell: ({ object_id: id, name, primary_kind: kind }) => (
      <>
        <KindIcon kind={kind} />{' '}
        <a href={linkTo(`/o/${encodeURIComponent(id)}`)}>
          <bdi>{name}</bdi>
        </a>
      </>
    ),
  },
  { title: texts.kind, width: '9rem', isExtra: true, cell: (member) => member.primary_kind },
  {
    title: texts.why,
    cell: ({ id, source }) => <a href={linkWith({ member: String(id) })}>{texts.source(source)}</a>,
  },
];

/** The members by kind. */
export function Members({ tag }: MembersProps) {
  const { query } = useAddress();
  const [kind, sort, member] = [query.get('primary_kind'), query.get('sort_by') ?? 'name', query.get('member')];
  const path = { asset_group_tag_id: tag };
  const counts = useAnswer(call('GET /api/v2/asset-group-tags/{asset_group_tag_id}/members/counts', { path }));
  const filter = { ...(kind !== null && { primary_kind: [kind] }), limit: PAGE };
  const asked = useRows((skip) => {
    const sorted = { ...filter, skip, sort_by: [sort === '-name' ? ('-name' as const) : ('name' as const)] };
    return call('GET /api/v2/asset-group-tags/{asset_group_tag_id}/members', { path, query: sorted });
  });
  return (
    <section aria-labelledby="members">
      <h2 id="members">{texts.members}</h2>
      <Answered asked={counts} lines={1}>
        {({ data }) => (
          <nav class="row" aria-label={texts.kind}>
            <KindLink label={texts.all} count={data.total_count} kind="" chosen={kind ?? ''} />
            {Object.entries(data.counts).map(([name, count]) => (
              <KindLink key={name} label={name} count={count} kind={name} chosen={kind ?? ''} />
            ))}
          </nav>
        )}
      </Answered>
      {member !== null && Number(member) > 0 && <Why tag={tag} member={Number(member)} />}
      <Answered asked={asked} lines={10}>
        {({ count }) => (
          <>
            <p role="status">{count === 0 ? texts.noMembers : texts.membersOf(count)}</p>
            {count > 0 && <Table label={texts.members} columns={columns} rows={asked.rows} sort={sort} />}
          </>
        )}
      </Answered>
    </section>
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
          <h3>{texts.whyOf(found.name)}</h3>
          <p>{texts.source(found.source)}</p>
          {found.selectors.length === 0 && <p>{texts.noSelector}</p>}
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
