import { useState } from 'preact/hooks';
import { call, formCall } from '../../api/call.js';
import type { OwnSessionDto } from '../../api/schema.js';
import { Change, Form } from '../../base/form.js';
import { Heading } from '../../base/heading.js';
import { Moment } from '../../base/moment.js';
import { Pairs } from '../../base/pairs.js';
import { accountOf, reload, session } from '../../base/session.js';
import { useStore } from '../../base/store.js';
import { List } from '../../table/list.js';
import type { Column } from '../../table/table.js';
import { Roles } from './roles.js';
import { texts } from './texts.js';

const permission = 'self:manage';

export function View() {
  const account = accountOf(useStore(session));
  if (!account) return null;
  return (
    <>
      <Heading text={texts.me} />
      <Pairs
        of={[
          [texts.name, account.name],
          [texts.role, texts.roleOf(account.role)],
          [texts.email, account.email],
        ]}
      />
      <Roles only={account.role} />
      <Password username={account.name} />
      <h2>{texts.sessions}</h2>
      <List
        ask={(query) => formCall('GET /api/v2/self/sessions', { query })}
        label={texts.sessions}
        columns={columns}
        sort="-created_at"
        none={texts.noSessions}
      />
    </>
  );
}

function Password({ username }: { readonly username: string }) {
  const [changes, setChanges] = useState(0);
  const done = () => {
    setChanges(changes + 1);
    reload();
  };
  return (
    <>
      <h2>{texts.changePassword}</h2>
      <p class="muted">{texts.changeNote}</p>
      <Form
        key={changes}
        fields={[
          {
            name: 'current',
            label: texts.currentPassword,
            kind: 'password',
            isRequired: true,
            autocomplete: 'current-password',
          },
          {
            name: 'new',
            label: texts.newPassword,
            kind: 'password',
            note: texts.passwordNote,
            isRequired: true,
            autocomplete: 'new-password',
          },
          { name: 'revoke_tokens', label: texts.alsoTokens, kind: 'check' },
        ]}
        username={username}
        submit={texts.changePassword}
        ask={(body) => formCall('PUT /api/v2/self/password', { body })}
        onDone={done}
      />
      <p role="status">{changes > 0 && texts.changed}</p>
    </>
  );
}

const columns: readonly Column<OwnSessionDto>[] = [
  { title: texts.since, sort: 'created_at', cell: ({ created_at: at }) => <Moment time={at} /> },
  { title: texts.until, sort: 'expires_at', isExtra: true, cell: ({ expires_at: at }) => <Moment time={at} /> },
  { title: texts.kind, sort: 'kind', width: '8rem', cell: ({ kind }) => texts.kinds[kind] },
  {
    title: texts.end,
    width: '8rem',
    cell: ({ id, is_current: isCurrent }) =>
      isCurrent ? (
        texts.thisOne
      ) : (
        <Change
          label={texts.end}
          note={texts.endNote}
          permission={permission}
          isDanger
          ask={() => call('DELETE /api/v2/self/sessions/{session_id}', { path: { session_id: id } })}
        />
      ),
  },
];
