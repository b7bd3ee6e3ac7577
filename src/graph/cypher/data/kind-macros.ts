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

/** The traversable kinds that a macro stands for; null if the name is no macro. */
export function macroKinds(name: string, kinds: readonly KnownKind[]): number[] | null {
  const test = macros[name];
  if (!test) return null;
  return kinds.filter((kind) => kind.isOfEdges && kind.isTraversable && test(kind.name)).map(({ id }) => id);
}
