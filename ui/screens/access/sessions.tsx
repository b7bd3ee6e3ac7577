import { useState } from 'preact/hooks';
import { type AnswerOf, type Call, type Query } from '../../api/call.js';
import type { OwnSessionDto } from '../../api/schema.js';
import type { ApiError } from '../../api/send.js';
import { type Field, passwordField } from '../../base/field.js';
import { Change, type Values } from '../../base/form.js';
import { LogInAgain } from '../../base/provider-login.js';
import { account, type Permission } from '../../base/session.js';
import { type Column, List } from '../../table/list.js';

const kinds = { bearer: 'Program', cookie: 'This page', command_line: 'Command line' } as const;

interface Props {
  readonly title: string;
  readonly ask: (query: Query) => Call<AnswerOf<'GET /api/v2/self/sessions'>>;
  readonly end: (id: string, proof: Values) => Call<unknown>;
  readonly endAll: { readonly label: string; readonly ask: (proof: Values) => Call<unknown> };
  readonly permission: Permission;
}

/** The open sessions of an account, each with a button that ends it. */
export function Sessions({ title, ask, end, endAll, permission }: Props) {
  const columns: readonly Column<OwnSessionDto>[] = [
    { title: 'Since', name: 'created_at', isTime: true },
    { title: 'Last use', name: 'last_used', isTime: true },
    { title: 'Until', name: 'expires_at', isTime: true, isExtra: true },
    { title: 'Where', name: 'kind', texts: kinds, width: '8rem' },
    { title: 'Address', name: 'address', isExtra: true },
    { title: 'Program', name: 'program', isExtra: true },
    {
      title: 'End',
      width: '8rem',
      cell: ({ id, is_current: isCurrent }) =>
        isCurrent ? (
          'This one'
        ) : (
          <End label="End" note="It has to log in again." permission={permission} ask={(proof) => end(id, proof)} />
        ),
    },
  ];
  return (
    <>
      <List ask={ask} title={title} columns={columns} sort="-created_at" none="No session." />
      <End {...endAll} note="They have to log in again." permission={permission} />
    </>
  );
}

interface EndProps {
  readonly label: string;
  readonly note: string;
  readonly permission: Permission;
  readonly ask: (proof: Values) => Call<unknown>;
}

/** Of own sessions the service asks for the password, or for a login by the provider, if the last login is old. */
function End(props: EndProps) {
  const [proof, setProof] = useState<readonly Field[]>([]);
  const askForProof = (error: ApiError) => {
    if (proof.length > 0) return false;
    if (error.has('auth.provider_login_needed')) setProof([loginAgain]);
    else if (error.has('body.missing_property')) setProof([presentPassword]);
    else return false;
    return true;
  };
  return <Change {...props} isDanger fields={proof} onRefusal={askForProof} />;
}

const presentPassword = passwordField('secret', 'Password', 'current-password', {
  isFocused: true,
  note: 'Your last login is older than ten minutes.',
});

const loginAgain: Field = {
  name: 'login',
  label: 'Your last login is older than ten minutes',
  control: () => <LogInAgain slug={account.value?.sso_slug ?? ''} screen="/me" />,
};
