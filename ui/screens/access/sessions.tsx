import { type AnswerOf, type Call, type Query } from '../../api/call.js';
import type { OwnSessionDto } from '../../api/schema.js';
import { Change } from '../../base/form.js';
import type { Permission } from '../../base/session.js';
import { type Column, List } from '../../table/list.js';

const kinds = { bearer: 'Program', cookie: 'This page', command_line: 'Command line' } as const;

interface Props {
  readonly title: string;
  readonly ask: (query: Query) => Call<AnswerOf<'GET /api/v2/self/sessions'>>;
  readonly end: (id: string) => Call<unknown>;
  readonly endAll: { readonly label: string; readonly ask: () => Call<unknown> };
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
          <Change label="End" note="It has to log in again." permission={permission} isDanger ask={() => end(id)} />
        ),
    },
  ];
  return (
    <>
      <List ask={ask} title={title} columns={columns} sort="-created_at" none="No session." />
      <Change {...endAll} note="They have to log in again." permission={permission} isDanger />
    </>
  );
}
