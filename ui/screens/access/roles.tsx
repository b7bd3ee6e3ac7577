import { call } from '../../api/call.js';
import type { RoleDto } from '../../api/schema.js';
import { titleOf } from '../../base/format.js';
import { Ask } from '../../base/states.js';

/** What roles permit, in words. @param only one role; by default all */
export function Roles({ only }: { readonly only?: RoleDto['role'] }) {
  return (
    <>
      <h2>{only === undefined ? 'Roles' : 'What the role permits'}</h2>
      <Ask of={call('GET /api/v2/roles')} lines={6}>
        {({ data }) =>
          data
            .filter(({ role }) => only === undefined || role === only)
            .map(({ role, permissions, meanings }) => (
              <details key={role} open={role === only}>
                <summary>{roleName(role)}</summary>
                <ul>
                  {meanings.map((meaning, index) => (
                    <li key={meaning}>
                      {meaning} <span class="muted">{permissions[index]}</span>
                    </li>
                  ))}
                </ul>
              </details>
            ))
        }
      </Ask>
    </>
  );
}

export function roleName(role: string): string {
  return titleOf(role.replaceAll('_', '-'));
}
