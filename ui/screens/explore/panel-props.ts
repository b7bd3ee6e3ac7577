import type { GroupName } from '../../base/groups.js';
import type { GraphNode } from '../../picture/graph.js';
import type { Direction, Scene } from '../../explore/scene.js';
import type { Explored } from './use-explored.js';

export interface AskedGroup {
  readonly group: GroupName;
  readonly objects: readonly GraphNode[];
}

/** What can be done with the picture. */
export interface PanelActs {
  readonly expand: (of: string, direction: Direction, edge: string, count: number) => unknown;
  readonly hide: (keys: readonly string[]) => unknown;
  readonly fold: (keys: readonly string[]) => unknown;
  readonly unfold: (key: string) => unknown;
  readonly mark: (key: string) => unknown;
  readonly note: (key: string, text: string) => unknown;
  readonly pin: (key: string) => unknown;
  /** Asks whether objects are to come to a group of the service. */
  readonly askGroup: (asked: AskedGroup) => unknown;
  readonly move: (key: string, to: 'up' | 'down' | 'former' | 'next') => unknown;
}

export interface PanelProps extends PanelActs {
  readonly scene: Scene;
  readonly chosen: string;
  readonly act: Explored['act'];
  readonly attempt: Explored['attempt'];
}
