import type { FixSort } from '../../graph/kinds/descriptions/edge-fixes.js';
import { entryKinds } from '../../graph/kinds/descriptions/edge-fixes.js';
import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import { kindSetOf } from '../../graph/memory/kind-set.js';
import { uninterrupted } from '../../graph/questions/interrupt.js';
import { accountMarks } from '../../graph/questions/nodes/account-marks.js';
import { NodeMarks } from '../../graph/questions/nodes/node-marks.js';
import { reachedFrom } from '../../graph/questions/nodes/reached-from.js';
import { HeldGraph } from '../../graph/reach/held-graph.js';
import { fixedProperties, fixedTraits } from '../derivation/fixed-facts.js';
import { Estate, names } from './estate.fixture.js';

/** A fix by names. */
export interface NamedFix {
  readonly sort: FixSort;
  readonly at: string;
  readonly by: string | null;
}

const entries = new Set(entryKinds.map((kind) => kindNames.get(kind)));

/** By sort: the kinds of the edges that a fix takes away, from the trustee to the object. */
const kindsBetween: { readonly [Sort in FixSort]?: (kind: string) => boolean } = {
  entry: (kind) => entries.has(kind),
  member: (kind) => kind.startsWith('MemberOf'),
  local: (kind) => kind === 'AdminTo',
};

/** Whether a fix takes a stated edge away. */
function takesAway({ sort, at, by }: NamedFix, line: string): boolean {
  const [source = '', kind = '', target = ''] = line.split(' ');
  if (sort === 'template') return source === at && kind === 'PublishedTo';
  return source === by && target === at && (kindsBetween[sort]?.(kind) ?? false);
}

function isChanged({ sort, at }: NamedFix, name: string): boolean {
  if (sort === 'smb_domain') return true;
  return name === (sort === 'mapping' || sort === 'ldap' ? 'DC' : at);
}

/** The estate as sources state it after fixes. */
export function withFixes(estate: Estate, fixes: readonly NamedFix[]): Estate {
  const edges = estate.edges.filter((line) => !fixes.some((fix) => takesAway(fix, line)));
  const [traits, properties] = [{ ...estate.traits }, { ...estate.properties }];
  for (const fix of fixes)
    for (const name of names) {
      if (!isChanged(fix, name)) continue;
      traits[name] = (traits[name] ?? 0) & ~(fixedTraits[fix.sort] ?? 0);
      properties[name] = { ...properties[name], ...fixedProperties[fix.sort] };
    }
  return new Estate(edges, traits, properties);
}

/** The accounts that reach the domain, by the edges that are stated and derived. */
export function exposed(estate: Estate, kinds: readonly number[]): string[] {
  const graph = estate.analysed();
  const held = new HeldGraph(graph);
  const ends = held.placesOf(names.indexOf('D'));
  const reached = reachedFrom(held, ends, 'in', kindSetOf(kinds), new NodeMarks(), uninterrupted);
  const marks = accountMarks(graph);
  return reached.filter((node) => marks[node]).map((node) => names[node]!);
}

export const domain = { ids: [names.indexOf('D')] };
