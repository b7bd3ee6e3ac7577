import { match } from '../base/address.js';
import { about, may, session } from '../base/session.js';
import { useStore } from '../base/store.js';
import type { Entry, Screen, ViewProps } from '../screens/screen.js';
import { screens } from '../screens/screens.js';

/** The entries of the navigation that the account may open and the edition has, in the order of the screens. */
export function useEntries(): readonly Entry[] {
  const current = useStore(session);
  const known = useStore(about);
  const entries = screens.flatMap(({ entry, permission, capability }) => {
    const isThere = capability === undefined || known?.capabilities.includes(capability) !== false;
    return entry && isThere && may(current, permission) ? [entry] : [];
  });
  return entries.filter(({ path }, index) => entries.findIndex((it) => it.path === path) === index);
}

/** The screen at an address, and the named parts of its path. */
export function screenAt(path: string): (ViewProps & { readonly screen: Screen }) | undefined {
  return screens.flatMap((screen) =>
    screen.paths.flatMap((pattern) => {
      const parts = match(pattern, path);
      return parts ? [{ screen, parts }] : [];
    }),
  )[0];
}
