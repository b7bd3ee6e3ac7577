import { type Cell, table } from '../output/tables.js';
import type { Look } from '../terminal.js';
import { countName } from '../../modules/entities/entity-kind.js';
import type { NamedEntity } from './entity.js';
import { valueText } from './value-text.js';

/** The panel of an entity: its kinds, its properties, and the length of each list. */
export interface Panel {
  readonly kinds: readonly string[];
  readonly props: Readonly<Record<string, unknown>>;
  readonly note?: string;
  readonly [count: string]: unknown;
}

/** Properties that an analyst looks at first. */
const mainProperties = [
  'distinguishedname',
  'displayname',
  'userprincipalname',
  'domain',
  'tenantid',
  'description',
  'title',
  'email',
  'operatingsystem',
  'functionallevel',
  'enabled',
  'admincount',
  'hasspn',
  'dontreqpreauth',
  'pwdneverexpires',
  'passwordnotreqd',
  'unconstraineddelegation',
  'trustedtoauth',
  'haslaps',
  'isaclprotected',
  'pwdlastset',
  'lastlogontimestamp',
  'whencreated',
];

/** Two tables: properties, and lists with their lengths. */
export function panelText(
  { kinds, props, note, ...counts }: Panel,
  { node: { objectid, name, tier_zero: isTierZero }, kind: { lists } }: NamedEntity,
  look: Look,
): string {
  const own: Cell[][] = [
    ['kinds', kinds.join(', ')],
    ['object id', { whole: objectid }],
    ['tier zero', isTierZero ? 'yes' : 'no'],
  ];
  const shown = mainProperties.filter((property) => property in props);
  const names = shown.length > 0 ? shown : Object.keys(props).filter((it) => it !== 'name' && it !== 'objectid');
  const rows = [...own, ...names.map((property) => [property, valueText(property, props[property])])];
  const lengths = lists.flatMap((list): [string, number][] => {
    const count = counts[countName(list)];
    return typeof count === 'number' ? [[list.name, count]] : [];
  });
  const panel = table({ head: [name || objectid, ''], rows }, look, 1);
  return [panel, table({ head: ['list', 'count'], rows: lengths }, look), ...(note ? [`${note}\n`] : [])].join('\n');
}
