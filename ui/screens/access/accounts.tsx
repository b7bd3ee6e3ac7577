import { call, formCall } from '../../api/call.js';
import type { AccountDto } from '../../api/schema.js';
import { go, linkTo } from '../../base/address.js';
import { counted } from '../../base/format.js';
import { type Field, passwordField } from '../../base/field.js';
import { Change, type Values } from '../../base/form.js';
import { Heading, Moment, Pairs } from '../../base/parts.js';
import { account as ownAccount } from '../../base/session.js';
import { Ask, useAnswer } from '../../base/states.js';
import { type Column, List } from '../../table/list.js';
import type { ViewProps } from '../screen.js';
import { roleName, Roles } from './roles.js';
import { Sessions } from './sessions.js';

const permission = 'users:manage';

export function View({ parts: { id } }: ViewProps) {
  return id === undefined ? <Accounts /> : <Account id={id} />;
}

const columns: readonly Column<AccountDto>[] = [
  { title: 'Name', name: 'name', filter: 'part', link: ({ id }) => linkTo(`/accounts/${id}`) },
  { title: 'Role', sort: 'role', cell: ({ role }) => roleName(role) },
  { title: 'E-mail', name: 'email', isExtra: true },
  { title: 'Last login', name: 'last_login', isExtra: true, isTime: true },
  {
    title: 'App',
    name: 'totp_active',
    width: '6rem',
    texts: { true: 'Yes', false: 'No' },
    filter: 'choice',
    isExtra: true,
  },
  { title: 'Passkeys', name: 'passkeys', width: '6rem', isExtra: true },
  { title: 'Disabled', name: 'is_disabled', width: '6rem', texts: { true: 'Yes', false: 'No' }, filter: 'choice' },
];

function useRoles(): readonly (readonly [string, string])[] {
  const { answer } = useAnswer(call('GET /api/v2/roles'));
  return answer?.data.map(({ role }) => [role, roleName(role)] as const) ?? [];
}

const email: Field = { name: 'email', label: 'E-mail' };
const password = passwordField('password', 'Password');
const firstPassword: Field = {
  ...password,
  isRequired: false,
  note: 'At least 12 characters. None if the account logs in by an identity provider.',
};

/** By which accounts may log in; empty if there are no identity providers. */
function useProviders(): readonly Field[] {
  const { answer } = useAnswer(call('GET /api/v2/sso-providers'));
  const choices = answer?.data.map(({ id, name }) => [String(id), name] as const) ?? [];
  if (choices.length === 0) return [];
  return [{ name: 'sso_provider_id', label: 'Logs in by', kind: 'choice', choices: [['', 'A password'], ...choices] }];
}

function Accounts() {
  const roles = useRoles();
  const providers = useProviders();
  return (
    <>
      <Heading text="Accounts" />
      <Change
        label="Create an account"
        permission={permission}
        fields={[
          { name: 'name', label: 'Name', isRequired: true, autocomplete: 'username' },
          { name: 'role', label: 'Role', kind: 'choice', choices: roles },
          email,
          ...providers,
          providers.length > 0 ? firstPassword : password,
        ]}
        values={{ role: 'read_only', sso_provider_id: '' }}
        ask={({ email: address, password: secret, sso_provider_id: provider, ...values }) =>
          formCall('POST /api/v2/accounts', {
            body: {
              ...values,
              email: address || null,
              sso_provider_id: provider ? Number(provider) : null,
              ...(secret ? { password: secret } : {}),
            },
          })
        }
      />
      <List
        ask={(query) => formCall('GET /api/v2/accounts', { query })}
        label="Accounts"
        columns={columns}
        filters={[{ name: 'role', label: 'Role', kind: 'choice', choices: Object.fromEntries(roles) }]}
        sort="name"
        none="No account."
      />
      <Roles />
    </>
  );
}

function Account({ id }: { readonly id: string }) {
  const path = { account_id: id };
  return (
    <Ask
      of={call('GET /api/v2/accounts/{account_id}', { path: { account_id: id } })}
      heading={(answer) => answer?.data.name ?? 'Account'}
      lines={6}
    >
      {({ data: account }) => (
        <>
          <Changes {...account} />
          <Pairs
            of={{
              Role: roleName(account.role),
              'E-mail': account.email,
              Sees: <Sight {...account} />,
              State: account.is_disabled ? 'Disabled' : 'Active',
              'Logs in by': <LoginBy {...account} />,
              'Second factor': factorsOf(account),
              'Last login': <Moment time={account.last_login.time} />,
              Created: <Moment time={account.created_at} />,
              'API tokens': <a href={linkTo('/tokens', { user_id: id })}>API tokens</a>,
              'Audit log': <a href={linkTo('/audit', { account_id: id })}>Audit log</a>,
            }}
          />
          <Roles only={account.role} />
          <Sessions
            title="Sessions"
            ask={(query) => formCall('GET /api/v2/accounts/{account_id}/sessions', { path, query })}
            end={(session) =>
              call('DELETE /api/v2/accounts/{account_id}/sessions/{session_id}', {
                path: { ...path, session_id: session },
              })
            }
            endAll={{
              label: 'End all sessions',
              ask: () => call('DELETE /api/v2/accounts/{account_id}/sessions', { path }),
            }}
            permission={permission}
          />
        </>
      )}
    </Ask>
  );
}

function LoginBy({ sso_provider_id: { int32, valid } }: AccountDto) {
  const { answer } = useAnswer(call('GET /api/v2/sso-providers'));
  if (!valid) return <>A password</>;
  return <bdi>{answer?.data.find(({ id }) => id === int32)?.name ?? 'An identity provider'}</bdi>;
}

/** The environments that an account sees, and whether they include nodes without one. */
function Sight({ environments, sees_nodes_of_none: none }: AccountDto) {
  if (!environments) return <>All environments</>;
  return <>{[...environments, ...(none ? ['nodes without an environment'] : [])].join(', ')}</>;
}

const limitable = ['user', 'read_only'];

function isLimitable({ role }: AccountDto): boolean {
  return limitable.includes(role);
}

/** Limits the account to environments. Without any it sees all of them. */
function Environments({ id, name, environments, sees_nodes_of_none: none }: AccountDto) {
  return (
    <Change
      label="Environments"
      about={name}
      permission={permission}
      note="A limited account neither uploads nor sees figures of the whole graph. The change holds within five seconds."
      fields={[
        {
          name: 'ids',
          label: 'Environments',
          kind: 'lines',
          note: 'Object ids of domains, tenants and environments of extensions, one a line. None: the account sees everything.',
        },
        { name: 'none', label: 'Also nodes without an environment', kind: 'check' },
      ]}
      values={{ ids: environments ?? [], none }}
      ask={({ ids, none: ofNone }) =>
        formCall('PUT /api/v2/accounts/{account_id}/environments', {
          path: { account_id: id },
          body: Array.isArray(ids) && ids.length > 0 ? { ids, none: ofNone } : { all: true },
        })
      }
    />
  );
}

function factorsOf({ totp_active: hasApp, passkeys }: AccountDto): string {
  const parts = [...(hasApp ? ['Codes of an app'] : []), ...(passkeys > 0 ? [counted(passkeys, 'passkey')] : [])];
  return parts.join(', ') || 'None';
}

function Changes(account: AccountDto) {
  const { id, name, role, email: address, is_disabled: isDisabled, sso_provider_id: provider } = account;
  const path = { account_id: id };
  const roles = useRoles();
  const providers = useProviders();
  const shared = { about: name, permission } as const;
  const patch = (body: Values) => formCall('PATCH /api/v2/accounts/{account_id}', { path, body });
  return (
    <div class="row">
      <Change
        {...shared}
        label="Change"
        fields={[{ name: 'role', label: 'Role', kind: 'choice', choices: roles }, email]}
        values={{ role, email: address }}
        ask={(values) => patch({ ...values, email: values['email'] || null })}
      />
      {(isLimitable(account) || account.environments !== null) && <Environments {...account} />}
      {providers.length > 0 && (
        <Change
          {...shared}
          label="Identity provider"
          note="An identity provider removes the password. Without one, the account needs a new password."
          username={name}
          fields={[...providers, { ...firstPassword, label: 'New password' }]}
          values={{ sso_provider_id: provider.valid ? String(provider.int32) : '' }}
          ask={({ sso_provider_id: chosen, password: secret }) =>
            patch({ sso_provider_id: chosen ? Number(chosen) : null, ...(secret ? { password: secret } : {}) })
          }
        />
      )}
      {provider.valid && (
        <Change
          {...shared}
          label="Release the person"
          note="Its sessions end. The next person with this name at the identity provider gets the account."
          isDanger
          ask={() => patch({ release_subject: true })}
        />
      )}
      {!provider.valid && id !== ownAccount.value?.id && (
        <Change
          {...shared}
          label="Set a new password"
          note="All sessions of the account end."
          username={name}
          fields={[password, { name: 'revoke_tokens', label: 'Also revoke all API tokens', kind: 'check' }]}
          ask={patch}
        />
      )}
      <Change
        {...shared}
        label={isDisabled ? 'Enable' : 'Disable'}
        note={
          isDisabled
            ? 'The account may log in again.'
            : 'Its sessions end and its tokens are deleted. Enabling it again does not restore them.'
        }
        isDanger={!isDisabled}
        ask={() => patch({ is_disabled: !isDisabled })}
      />
      {factorsOf(account) !== 'None' && (
        <Change
          {...shared}
          label="Remove the second factor"
          note="For a lost device. The password alone logs in then, and the recovery codes no longer work."
          isDanger
          ask={() => formCall('DELETE /api/v2/accounts/{account_id}/mfa', { path })}
        />
      )}
      <Change
        {...shared}
        label="Revoke all tokens"
        note="Programs that use them are refused from then on."
        isDanger
        ask={() => call('DELETE /api/v2/accounts/{account_id}/tokens', { path })}
      />
      <Change
        {...shared}
        label="Delete"
        note="The account is deleted with its sessions and tokens. The audit log keeps what it did."
        isDanger
        ask={() => call('DELETE /api/v2/accounts/{account_id}', { path })}
        onDone={() => go(linkTo('/accounts'))}
      />
    </div>
  );
}
