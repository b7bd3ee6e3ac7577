import type { ComponentType } from 'preact';
import type { Permission } from '../base/session.js';

/** A screen, as `screens.ts` describes it. */
export interface Screen {
  /** Below `/ui`, such as `/o/:id`. Each of them opens the view. */
  readonly paths: readonly string[];
  readonly permission: Permission;
  /** A capability that editions without the screen lack (`GET /api/v2/about`). */
  readonly capability: string | undefined;
  /** Whether its figures are of the whole graph, so that accounts limited to environments lack it. */
  readonly isOfWholeGraph: boolean;
  /** The entry of the main navigation; other screens are reached by links. */
  readonly entry: Entry | undefined;
  /** Loads the code of the view when it is first opened. */
  readonly load: () => Promise<{ readonly View: ComponentType<ViewProps> }>;
}

export interface Entry {
  /** Screens whose entries have the same label share one. It opens the first of them that the account may open. */
  readonly label: string;
  /** Opens it after `g`. */
  readonly key: string;
  readonly path: string;
  /** The name of the screen among those that share the entry. Each of them shows links to the others. */
  readonly tab: string | undefined;
}

export interface ViewProps {
  /** The named parts of the path. */
  readonly parts: Readonly<Record<string, string>>;
}
