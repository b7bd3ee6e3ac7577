import { call, formCall } from '../../api/call.js';
import type { TagMemberDto } from '../../api/schema.js';
import { address, linkTo, linkWith } from '../../base/address.js';
import { number } from '../../base/format.js';
import { Ask } from '../../base/states.js';
import { List } from '../../table/list.js';
import { type Column, objectColumn } from '../../table/table.js';

/** Id of the tag of tier zero. */
const TIER_ZERO = 1;

const columns: readonly Column<TagMemberDto>[] = [
  objectColumn('Name', (it) => ({ id: it.object_id, name: it.name, kind: it.primary_kind }), { sort: 'name' }),
  { title: 'Kind', width: '9rem', isExtra: true, cell: (member) => member.primary_kind },
  { title: 'Why', cell: ({ id, source }) => <a href={linkWith({ member: String(id) })}>{sourceText(source)}</a> },
];

/** The members by kind. */
export function Members({ tag }: { readonly tag: number }) {
  const { query } = address.value;
  const [kind, member] = [query.get('primary_kind') ?? '', Number(query.get('member'))];
  const path = { asset_group_tag_id: tag };
  return (
    <>
      <h2>Members</h2>
      {tag === TIER_ZERO && (
        <p>
          <a href={linkTo('/', { tier_zero: 'true', type: kind })}>Search them by their properties</a>
        </p>
      )}
      <Ask of={call('GET /api/v2/asset-group-tags/{asset_group_tag_id}/members/counts', { path })} lines={1}>
        {({ data }) => (
          <nav class="row" aria-label="Kind">
            {[['', data.total_count] as const, ...Object.entries(data.counts)].map(([name, count]) => (
              <a
                key={name}
                href={linkWith({ primary_kind: name, member: '' })}
                aria-current={name === kind ? 'true' : undefined}
              >
                {name || 'All kinds'} {number(count)}
              </a>
            ))}
          </nav>
        )}
      </Ask>
      {member > 0 && <Why tag={tag} member={member} />}
      <List
        ask={(parameters) =>
          formCall('GET /api/v2/asset-group-tags/{asset_group_tag_id}/members', { path, query: parameters })
        }
        label="Members"
        columns={columns}
        parameters={['primary_kind']}
        sort="name"
        none="No member of this kind."
        unit="member"
      />
    </>
  );
}

/** The selectors that name a member. */
function Why({ tag, member }: { readonly tag: number; readonly member: number }) {
  const path = { asset_group_tag_id: tag, asset_group_member_id: member };
  const asked = call('GET /api/v2/asset-group-tags/{asset_group_tag_id}/members/{asset_group_member_id}', { path });
  return (
    <Ask of={asked} lines={2}>
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
    </Ask>
  );
}

/** Why an object is a member. */
export function sourceText(source: number): string {
  return ['', 'A selector names it', 'Below a selected object', 'Above a selected object'][source] ?? '';
}
