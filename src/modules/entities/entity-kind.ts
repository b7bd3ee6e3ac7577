import type { Walk } from '../../graph/questions/walks/walk.js';

/** A list of related entities of an entity. */
export interface EntityList {
  /** As in its path: `admin-rights`. */
  readonly name: string;
  readonly title: string;
  /** The entities in the list. */
  readonly contents: string;
  readonly walk: Walk;
  /** Only the nodes of tier zero among the results. */
  readonly isOfTierZero?: boolean;
  /** The specification of the API fixes the parameters of some lists: they have no filters and no `type=count`. */
  readonly isSpecified?: boolean;
}

/** The field of a panel with the length of a list: `adminRights`. */
export function countName({ name }: EntityList): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Entities of a kind, with the lists that they have. */
export interface EntityKind {
  /** As in the path: `users`. */
  readonly path: string;
  readonly noun: string;
  /** The kinds that nodes must have; none: any. */
  readonly kinds?: readonly number[];
  readonly lists: readonly EntityList[];
  /** What the panel says of data that no collector has. */
  readonly note?: string;
}
