import { descriptionOf } from '../../graph/kinds/descriptions/kind-descriptions.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { kindDefinitions } from '../../graph/kinds/kind-definitions.js';
import type { Weakness } from '../weaknesses/weakness.js';
import { weaknesses } from '../weaknesses/weaknesses.js';

export const findingKinds = ['relationship', 'list'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** A type of finding as users read it. */
export interface FindingType {
  readonly name: string;
  readonly kind: FindingKind;
  readonly title: string;
  readonly platform: string;
  readonly rule: string;
  readonly sentence: string;
  readonly remediation: string;
  /** Absent: the same. */
  readonly longRemediation?: string;
  /** Kind of the edges of a finding of an extension; others have it in their name. */
  readonly edgeKind?: string;
}

/** The tag of findings whose target belongs to tier zero. */
export const tierZeroTagId = 1;

/** The tag of other findings. */
export const hygieneTagId = 0;

const ofCloud = 'Azure';
const ofDirectory = 'Active Directory';

/** The name of the finding that an edge of a traversable kind from outside into tier zero is. */
function relationshipFinding(kind: string): string {
  return `T0${kind}`;
}

/** Nobody controls the object of a server but who controls its site. */
const foundKinds = kindDefinitions.filter(({ traversable, id }) => traversable && id !== Kind.ServerIs);

/** Names of relationship findings by the number of their kind of edges. */
export const findingOfKind: ReadonlyMap<number, string> = new Map(
  foundKinds.map(({ id, name }) => [id, relationshipFinding(name)]),
);

type WeaknessWithFinding = Weakness & Required<Pick<Weakness, 'finding'>>;

/** The weaknesses that an analysis stores, by name. */
export const listFindingTypes: ReadonlyMap<string, WeaknessWithFinding> = new Map(
  Object.entries<Weakness>(weaknesses).filter((it): it is [string, WeaknessWithFinding] => it[1].finding !== undefined),
);

/** All types by name, in the order of names. */
export const findingTypes: ReadonlyMap<string, FindingType> = new Map(
  [...listTypes(), ...relationshipTypes()]
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((type) => [type.name, type]),
);

function listTypes(): FindingType[] {
  return [...listFindingTypes].map(([name, { kinds, finding }]) => ({
    name,
    kind: 'list',
    title: finding.title,
    platform: kinds.includes(Kind.AZUser) ? ofCloud : ofDirectory,
    rule: finding.rule,
    sentence: finding.danger,
    remediation: finding.remedy,
  }));
}

function relationshipTypes(): FindingType[] {
  return foundKinds.flatMap(({ name }) => {
    const description = descriptionOf(name);
    if (!description) return [];
    return [
      {
        name: relationshipFinding(name),
        kind: 'relationship',
        title: `${name} from outside into tier zero`,
        platform: name.startsWith('AZ') ? ofCloud : ofDirectory,
        rule: `An edge ${name} leads from a node outside of tier zero to a member of it.`,
        sentence: `A node outside of tier zero ${description.sentence} a member of it.`,
        remediation: description.remediation,
      },
    ];
  });
}
