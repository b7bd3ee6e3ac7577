import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  clientPermissions,
  type Permission,
  permissionNames,
  permissions,
  permissionsOf,
  provisioningPermissions,
  roles,
} from './permissions.js';

/** Rows of the table in docs/permissions.md: a permission, its meaning, and a cell for each role and for clients. */
function documented(): { name: string; meaning: string; holders: string[] }[] {
  const text = readFileSync(new URL('../../docs/permissions.md', import.meta.url), 'utf8');
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const head = cells.find(([first]) => first === 'permission') ?? [];
  return cells
    .filter((row) => row.length === head.length && row[0]?.startsWith('`'))
    .map(([name = '', meaning = '', ...marks]) => ({
      name: name.replaceAll('`', ''),
      meaning,
      holders: marks.flatMap((mark, index) => (mark === 'yes' ? [head[index + 2] ?? ''] : [])),
    }));
}

function holdersOf(permission: Permission): string[] {
  const holders: string[] = roles.filter((role) => permissionsOf(role).has(permission));
  return clientPermissions.has(permission) ? [...holders, 'client'] : holders;
}

describe('roles and permissions', () => {
  it('are the same as in docs/permissions.md', () => {
    expect(documented()).toEqual(
      permissionNames.map((name) => ({ name, meaning: permissions[name], holders: holdersOf(name) })),
    );
  });

  it('give administrators every permission except those of clients and identity providers', () => {
    const ofPrograms = [...clientPermissions, ...provisioningPermissions];
    expect([...permissionsOf('administrator')]).toEqual(permissionNames.filter((name) => !ofPrograms.includes(name)));
    expect(ofPrograms).toEqual(['collector:call', 'accounts:provision']);
  });

  it('let auditors change only their own account', () => {
    const writes = [...permissionsOf('auditor')].filter((name) => !name.endsWith(':read') && name !== 'queries:run');
    expect(writes).toEqual(['self:manage']);
  });
});
