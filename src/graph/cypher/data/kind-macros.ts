import { isFollowed } from '../../reach/container-states.js';
import type { KnownKind } from '../../store/kind-names.js';

const macros: Readonly<Record<string, (name: string) => boolean>> = {
  ALL_ATTACK_PATHS: () => true,
  AD_ATTACK_PATHS: (name) => !isOfAzure(name),
  AZ_ATTACK_PATHS: isOfAzure,
};

export const macroNames = Object.keys(macros);

/** Edges that begin in Entra ID. */
function isOfAzure(name: string): boolean {
  return name.startsWith('AZ') || name === 'SyncedToADUser';
}

export function isMacro(name: string): boolean {
  return macros[name] !== undefined;
}

/**
 * The traversable kinds that a macro stands for; null if the name is no macro.
 * @param isHeld also those that only somebody gains who holds their start
 */
export function macroKinds(name: string, kinds: readonly KnownKind[], isHeld: boolean): number[] | null {
  const test = macros[name];
  if (!test) return null;
  return kinds.filter((kind) => kind.isOfEdges && isFollowed(kind, isHeld) && test(kind.name)).map(({ id }) => id);
}
