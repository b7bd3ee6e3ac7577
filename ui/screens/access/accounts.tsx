import { call, formCall } from '../../api/call.js';
import type { AccountDto } from '../../api/schema.js';
import { go, linkTo } from '../../base/address.js';
import type { Field } from '../../base/field.js';
import { Change } from '../../base/form.js';
import { Heading } from '../../base/heading.js';
import { Moment } from '../../base/moment.js';
import { Pairs } from '../../base/pairs.js';
import { Answered } from '../../base/states.js';
import { texts as base } from '../../base/texts.js';
import { useAnswer } from '../../base/use-answer.js';
import { List } from '../../table/list.js';
import type { Filter } from '../../table/list-filters.js';
import type { Column } from '../../table/table.js';
import type { ViewProps } from '../screen.js';
import { Roles } from './roles.js';
import { texts } from './texts.js';

const permission = 'users:manage';

export function View({ parts: { id } }: ViewProps) {
  return id === undefined ? <Accounts /> : <Account id={id} />;
}

const columns: readonly Column<AccountDto>[] = [
  {
    title: texts.name,
    sort: 'name',
    cell: ({ id, name }) => (
      <a href={linkTo(`/accounts/${id}`)}>
        <bdi>{name}</bdi>
      </a>
    ),
  },
  { title: texts.role, sort: 'role', cell: ({ role }) => texts.roleOf(role) },
  { title: texts.email, sort: 'email', isExtra: true, cell: ({ email }) => email },
  { title: texts.lastLogin, sort: 'last_login', isExtra: true, cell: (it) => <Moment time={it.last_login.time} /> },
  {
    title: texts.state,
    sort: 'is_disabled',
    width: '6rem',
    cell: (it) => (it.is_disabled ? <span class="mark disabled">{texts.disabled}</span> : texts.active),
  },
];

function useRoles(): readonly (readonly [string, string])[] {
  const { answer } = useAnswer(call('GET /api/v2/roles'));
  return answer?.data.map(({ role }) => [role, texts.roleOf(role)] as const) ?? [];
}

const email: Field = { name: 'email', label: texts.email };
const password: Field = {
  name: 'password',
  label: texts.password,
  kind: 'password',
  note: texts.passwordNote,
  isRequired: true,
  autocomplete: 'new-password',
};

function Accounts() {
  const roles = useRoles();
  const filters: readonly Filter[] = [
    { name: 'name', label: texts.name, kind: 'part' },
    { name: 'role', label: texts.role, kind: 'choice', choices: roles },
    {
      name: 'is_disabled',
      label: texts.disabled,
      kind: 'choice',
      choices: [
        ['true', base.yes],
        ['false', base.no],
      ],
    },
  ];
  return (
    <>
      <Heading text={texts.accounts} />
      <Change
        label={texts.createAccount}
        permission={permission}
        fields={[
          { name: 'name', label: texts.name, isRequired: true, autocomplete: 'username' },
          { name: 'role', label: texts.role, kind: 'choice', choices: roles },
          email,
          password,
        ]}
        values={{ role: 'read_only' }}
        ask={(values) => formCall('POST /api/v2/accounts', { body: { ...values, email: values['email'] || null } })}
      />
      <List
        ask={(query) => formCall('GET /api/v2/accounts', { query })}
        label={texts.accounts}
        columns={columns}
        filters={filters}
        sort="name"
        none={texts.noAccounts}
      />
      <Roles />
    </>
  );
}

function Account({ id }: { readonly id: string }) {
  const asked = useAnswer(call('GET /api/v2/accounts/{account_id}', { path: { account_id: id } }));
  return (
    <>
      <Heading text={asked.answer?.data.name ?? texts.account} />
      <Answered asked={asked} lines={6}>
        {({ data: account }) => (
          <>
            <Changes account={account} />
            <Pairs
              of={[
                [texts.role, texts.roleOf(account.role)],
                [texts.email, account.email],
                [texts.state, account.is_disabled ? texts.disabled : texts.active],
                [texts.lastLogin, <Moment key="login" time={account.last_login.time} />],
                [texts.created, <Moment key="created" time={account.created_at} />],
                [texts.tokens, <a key="tokens" href={linkTo('/tokens', { user_id: id })} children={texts.tokens} />],
                [texts.audit, <a key="audit" href={linkTo('/audit', { account_id: id })} children={texts.audit} />],
              ]}
            />
            <Roles only={account.role} />
          </>
        )}
      </Answered>
    </>
  );
}

function Changes({
  account: { id, name, role, email: address, is_disabled: isDisabled },
}: {
  readonly account: AccountDto;
}) {
  const path = { account_id: id };
  const roles = useRoles();
  const shared = { about: name, permission } as const;
  return (
    <div class="row">
      <Change
        {...shared}
        label={texts.edit}
        fields={[{ name: 'role', label: texts.role, kind: 'choice', choices: roles }, email]}
        values={{ role, email: address }}
        ask={(values) =>
          formCall('PATCH /api/v2/accounts/{account_id}', { path, body: { ...values, email: values['email'] || null } })
        }
      />
      <Change
        {...shared}
        label={texts.resetPassword}
        note={texts.resetNote}
        username={name}
        fields={[password, { name: 'revoke_tokens', label: texts.alsoTokens, kind: 'check' }]}
        ask={(body) => formCall('PATCH /api/v2/accounts/{account_id}', { path, body })}
      />
      <Change
        {...shared}
        label={isDisabled ? texts.enable : texts.disable}
        note={isDisabled ? texts.enableNote : texts.disableNote}
        isDanger={!isDisabled}
        ask={() => call('PATCH /api/v2/accounts/{account_id}', { path, body: { is_disabled: !isDisabled } })}
      />
      <Change
        {...shared}
        label={texts.revokeAll}
        note={texts.revokeAllNote}
        isDanger
        ask={() => call('DELETE /api/v2/accounts/{account_id}/tokens', { path })}
      />
      <Change
        {...shared}
        label={texts.delete}
        note={texts.deleteNote}
        isDanger
        ask={() => call('DELETE /api/v2/accounts/{account_id}', { path })}
        onDone={() => go(linkTo('/accounts'))}
      />
    </div>
  );
}
