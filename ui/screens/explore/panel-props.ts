import type { Direction, Scene, SceneBox } from '../../explore/scene.js';

/** What can be done with the picture. */
export interface PanelActs {
  readonly expand: (of: string, direction: Direction, edge: string, count: number) => unknown;
  readonly take: (objects: readonly string[], from: Extract<SceneBox, { kind: 'more' }>) => unknown;
  readonly hide: (keys: readonly string[]) => unknown;
  readonly fold: (keys: readonly string[]) => unknown;
  readonly unfold: (key: string) => unknown;
  readonly mark: (key: string) => unknown;
  readonly note: (key: string, text: string) => unknown;
  readonly pin: (key: string) => unknown;
  readonly move: (key: string, to: 'up' | 'down' | 'former' | 'next') => unknown;
}

export interface PanelProps extends PanelActs {
  readonly scene: Scene;
  readonly chosen: string;
}
