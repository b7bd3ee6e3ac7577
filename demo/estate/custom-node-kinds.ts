import { CODE_HOSTING_KINDS } from '../generator/opengraph/code-hosting.js';

export interface DemoIcon {
  readonly type: 'font-awesome';
  readonly name: string;
  /** `#RRGGBB`, upper case. */
  readonly color: string;
}

const icon = (name: string, color: string): DemoIcon => ({ type: 'font-awesome', name, color });

/** How the kinds of the code hosting product look, by kind. */
export const DEMO_NODE_KINDS: Readonly<Record<string, DemoIcon>> = {
  [CODE_HOSTING_KINDS.organization]: icon('building', '#5B8DEF'),
  [CODE_HOSTING_KINDS.team]: icon('users', '#F2A65A'),
  [CODE_HOSTING_KINDS.account]: icon('user-pen', '#7BC47F'),
  [CODE_HOSTING_KINDS.repository]: icon('code-branch', '#B084CC'),
  [CODE_HOSTING_KINDS.runner]: icon('gears', '#E4572E'),
};
