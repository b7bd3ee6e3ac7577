import { useState } from 'preact/hooks';
import { call, formCall } from '../../api/call.js';
import type { ApiTokenDto, CreatedApiTokenDto } from '../../api/schema.js';
import { Credentials } from '../../base/credentials.js';
import type { Field } from '../../base/field.js';
import { Change } from '../../base/form.js';
import { account, may } from '../../base/session.js';
import { useAnswer } from '../../base/states.js';
import { type Column, List } from '../../table/list.js';

const permission = 'tokens:manage-own';

const owner = { name: 'user_id', label: 'Account', kind: 'choice' } as const;

/** The own tokens; to those who manage accounts the tokens of all accounts. */
export function View() {
  const [created, setCreated] = useState<CreatedApiTokenDto | null>(null);
  const isManager = may('users:manage');
  const asked = useAnswer(isManager ? call('GET /api/v2/accounts', { query: { limit: 1000 } }) : null);
  const owners = asked.answer?.data.map(({ id, name }) => [id, name] as const) ?? [];
  const names = new Map(owners);
  const columns: readonly Column<ApiTokenDto>[] = [
    { title: 'Name', name: 'name', filter: 'part', width: '2fr' },
    { title: 'Type', name: 'type', isExtra: true },
    ...(isManager
      ? [
          {
            title: 'Account',
            isExtra: true,
            cell: ({ user_id: id }: ApiTokenDto) => (id && names.get(id)) ?? id ?? 'identity provider',
          },
        ]
      : []),
    { title: 'Last use', name: 'last_access', isExtra: true, isTime: true },
    { title: 'Expires', name: 'expires_at', isTime: true },
    { title: 'Stops without a login', name: 'grace_until', isExtra: true, isTime: true },
    { title: 'Revoke', width: '6rem', cell: (it) => <Revoke token={it} /> },
  ];
  const fields: readonly Field[] = [
    { name: 'token_name', label: 'Name', isRequired: true },
    ...(isManager ? [{ ...owner, choices: owners }] : []),
    { name: 'expires_at', label: 'Expires', kind: 'day', note: 'Empty: never.' },
  ];
  return (
    <>
      <List
        heading="API tokens"
        before={
          <Change
            label="Create a token"
            permission={permission}
            fields={fields}
            values={isManager ? { user_id: account.value?.id } : {}}
            ask={(body) => formCall('POST /api/v2/tokens', { body })}
            onDone={({ data }) => setCreated(data)}
          />
        }
        ask={(query) => formCall('GET /api/v2/tokens', { query })}
        columns={columns}
        filters={isManager ? [{ ...owner, choices: Object.fromEntries(owners) }] : []}
        sort="name"
        none="No token yet. A program signs its requests by a token and has the permissions of the account."
      />
      {created && <Credentials token={created} target="/api/v2/self" onClose={() => setCreated(null)} />}
    </>
  );
}

function Revoke({ token: { id, name } }: { readonly token: ApiTokenDto }) {
  return (
    <Change
      label="Revoke"
      about={name}
      note="A program that uses it is refused from then on."
      permission={permission}
      isDanger
      ask={() => call('DELETE /api/v2/tokens/{token_id}', { path: { token_id: id } })}
    />
  );
}
