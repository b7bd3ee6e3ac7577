import { call, formCall } from '../../api/call.js';
import type { PictureDto } from '../../api/schema.js';
import { linkTo } from '../../base/address.js';
import { Change } from '../../base/form.js';
import { type Column, List } from '../../table/list.js';

const scopes = { owned: 'Yours', shared: 'Shared with you', public: 'Shared with all' } as const;

const columns: readonly Column<PictureDto>[] = [
  {
    title: 'Name',
    name: 'name',
    filter: 'part',
    width: '2fr',
    cell: ({ id, name }) => <a href={linkTo('/explore', { picture: id })}>{name ?? 'Without a name'}</a>,
  },
  { title: 'Changed', name: 'updated_at', isTime: true },
  { title: 'Of', cell: ({ scope, public: isPublic }) => (isPublic ? scopes.public : textOf(scope)), isExtra: true },
  { title: 'Acts', width: '18rem', cell: (it) => it.scope === 'owned' && <Acts {...it} /> },
];

function textOf(scope: string): string {
  return scope === 'shared' ? scopes.shared : scopes.owned;
}

/** The pictures that the account can open. */
export function Pictures() {
  return (
    <List
      title="Pictures"
      note="A picture without a name is deleted 30 days after its last change."
      ask={(query) => formCall('GET /api/v2/pictures', { query })}
      columns={columns}
      sort="-updated_at"
      none="No picture is kept yet."
      unit="picture"
    />
  );
}

function Acts({ id, name, public: isPublic }: PictureDto) {
  const path = { picture_id: id };
  const about = name ?? 'the picture without a name';
  return (
    <div class="row">
      <Change
        label="Rename"
        about={about}
        permission="self:manage"
        fields={[{ name: 'name', label: 'Name', note: 'Empty: it has none.', isFocused: true }]}
        values={{ name: name ?? '' }}
        ask={({ name: entered }) =>
          formCall('PATCH /api/v2/pictures/{picture_id}', { path, body: { name: entered === '' ? null : entered } })
        }
      />
      <Change
        label={isPublic ? 'Share no more' : 'Share'}
        about={about}
        permission="queries:write"
        note={
          isPublic
            ? 'Nobody else can open it any more.'
            : 'All accounts can open it. They see of it what their account sees of the graph.'
        }
        ask={() => call('PUT /api/v2/pictures/{picture_id}/permissions', { path, body: { public: !isPublic } })}
      />
      <Change
        label="Delete"
        about={about}
        permission="self:manage"
        isDanger
        ask={() => call('DELETE /api/v2/pictures/{picture_id}', { path })}
      />
    </div>
  );
}
