import { randomBytes } from 'node:crypto';
import { closeSync, constants, fchownSync, openSync } from 'node:fs';
import { lchown, rename, writeFile } from 'node:fs/promises';
import type { ServerUser } from './server-user.js';

// The folder of a cluster belongs to the user of the server, and root writes into it too: nothing here follows a link that
// this user, or whoever broke into the server, could have laid there.

export async function giveTo(user: ServerUser, path: string): Promise<void> {
  if (user.ids) await lchown(path, user.ids.uid, user.ids.gid);
}

export async function replaceFile(user: ServerUser, path: string, text: string): Promise<void> {
  const draft = `${path}.new-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  await giveTo(user, draft);
  await rename(draft, path);
}

/** Opens a file to append to, for as long as `use` runs. */
export function withAppended<T>(user: ServerUser, path: string, use: (descriptor: number) => T): T {
  const { O_APPEND, O_CREAT, O_WRONLY } = constants;
  // Not known on Windows.
  const noFollow = constants.O_NOFOLLOW ?? 0;
  const descriptor = openSync(path, O_APPEND | O_CREAT | O_WRONLY | noFollow, 0o600);
  try {
    if (user.ids) fchownSync(descriptor, user.ids.uid, user.ids.gid);
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
