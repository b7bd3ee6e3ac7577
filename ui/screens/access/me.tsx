import { useState } from 'preact/hooks';
import { formCall } from '../../api/call.js';
import { passwordField } from '../../base/field.js';
import { Form } from '../../base/form.js';
import { Heading, Pairs } from '../../base/parts.js';
import { account, reload } from '../../base/session.js';
import { roleName, Roles } from './roles.js';
import { SecondFactor } from './second-factor.js';
import { Sessions } from './sessions.js';

export function View() {
  const self = account.value;
  if (!self) return null;
  return (
    <>
      <Heading text="Your account" />
      <Pairs of={{ Name: self.name, Role: roleName(self.role), 'E-mail': self.email }} />
      {self.sso_slug === null ? (
        <SecondFactor id={self.id} username={self.name} />
      ) : (
        <p>You log in by an identity provider, which asks for your password and a second factor.</p>
      )}
      <Roles only={self.role} />
      {self.sso_slug === null && <Password username={self.name} />}
      <Sessions
        title="Your sessions"
        ask={(query) => formCall('GET /api/v2/self/sessions', { query })}
        end={(id, body) => formCall('DELETE /api/v2/self/sessions/{session_id}', { path: { session_id: id }, body })}
        endAll={{ label: 'End all others', ask: (body) => formCall('DELETE /api/v2/self/sessions', { body }) }}
        permission="self:manage"
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
