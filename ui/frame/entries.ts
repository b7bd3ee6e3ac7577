import { computed } from '@preact/signals';
import { match } from '../base/address.js';
import { about, may, seesAll } from '../base/session.js';
import type { Entry, Screen, ViewProps } from '../screens/screen.js';
import { screens } from '../screens/screens.js';

/** The entries of the navigation that the account may open and the edition has, in the order of the screens. */
export const entries = computed((): readonly Entry[] => {
  const all = screens.flatMap(({ entry, permission, capability, isOfWholeGraph }) => {
    const isThere = capability === undefined || about.value?.capabilities.includes(capability) !== false;
    const isShown = isThere && may(permission) && (!isOfWholeGraph || seesAll());
    return entry && isShown ? [entry] : [];
  });
  return all.filter(({ path }, index) => all.findIndex((it) => it.path === path) === index);
});

/** The screen at an address, and the named parts of its path. */
export function screenAt(path: string): (ViewProps & { readonly screen: Screen }) | undefined {
  return screens.flatMap((screen) =>
    screen.paths.flatMap((pattern) => {
      const parts = match(pattern, path);
      return parts ? [{ screen, parts }] : [];
    }),
  )[0];
}
