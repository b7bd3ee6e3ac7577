import { useState } from 'preact/hooks';
import { call, formCall } from '../../api/call.js';
import type { OwnSessionDto } from '../../api/schema.js';
import { passwordField } from '../../base/field.js';
import { Change, Form } from '../../base/form.js';
import { Heading, Pairs } from '../../base/parts.js';
import { account, reload } from '../../base/session.js';
import { type Column, List } from '../../table/list.js';
import { roleName, Roles } from './roles.js';

const kinds = { bearer: 'Program', cookie: 'This page' } as const;

const permission = 'self:manage';

export function View() {
  const self = account.value;
  if (!self) return null;
  return (
    <>
      <Heading text="Your account" />
      <Pairs of={{ Name: self.name, Role: roleName(self.role), 'E-mail': self.email }} />
      <Roles only={self.role} />
      <Password username={self.name} />
      <List
        ask={(query) => formCall('GET /api/v2/self/sessions', { query })}
        title="Your sessions"
        columns={columns}
        sort="-created_at"
        none="No session."
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
      <h2>Change the password</h2>
      <p class="muted">Your other sessions end.</p>
      <Form
        key={changes}
        fields={[
          passwordField('current', 'Present password', 'current-password', {}),
          passwordField('new', 'New password'),
          { name: 'revoke_tokens', label: 'Also revoke all API tokens', kind: 'check' },
        ]}
        username={username}
        submit="Change the password"
        ask={(body) => formCall('PUT /api/v2/self/password', { body })}
        onDone={done}
      />
      <p role="status">{changes > 0 && 'The password is changed, and your other sessions have ended.'}</p>
    </>
  );
}

const columns: readonly Column<OwnSessionDto>[] = [
  { title: 'Since', name: 'created_at', isTime: true },
  { title: 'Until', name: 'expires_at', isTime: true, isExtra: true },
  { title: 'Where', name: 'kind', texts: kinds, width: '8rem' },
  {
    title: 'End',
    width: '8rem',
    cell: ({ id, is_current: isCurrent }) =>
      isCurrent ? (
        'This one'
      ) : (
        <Change
          label="End"
          note="It has to log in again."
          permission={permission}
          isDanger
          ask={() => call('DELETE /api/v2/self/sessions/{session_id}', { path: { session_id: id } })}
        />
      ),
  },
];
