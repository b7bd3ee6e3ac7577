import { described, edge, type RecordPart } from '../../src/graph/graph-records.fixture.js';
import { acme } from '../../src/modules/extensions/extensions.fixture.js';

/** What limited accounts of the tests see, and nodes without an environment do not belong to it. */
export const seenDomain = 'S-1-5-21-1-1-1';
/** An environment of an extension, which they see, too. */
export const seenOrganization = 'org-oak';

const inDomain = { domainsid: seenDomain, domain: 'OAK.LOCAL' };

/** An organization of an extension with two people and a repository, which the first of them owns. */
function organization(environmentid: string, name: string, namespace: string): RecordPart[] {
  const objects = { Org: `${name} INC`, User: `EVE ${name}`, Repo: `REPOSITORY ${name}` };
  const idOf = (kind: string) => (kind === 'Org' ? environmentid : `${environmentid}-${kind.toLowerCase()}`);
  return [
    ...Object.entries(objects).map(([kind, text]) =>
      described(idOf(kind), [`${namespace}_${kind}`, `${namespace}Base`], { name: text, environmentid }),
    ),
    described(`${environmentid}-ada`, [`${namespace}_User`, `${namespace}Base`], {
      name: `ADA ${name}`,
      environmentid,
    }),
    edge(idOf('User'), `${namespace}_Owns`, idOf('Repo')),
    edge(`${environmentid}-ada`, `${namespace}_Knows`, idOf('Repo')),
  ];
}

/** A domain with users, groups, computers and other objects, and edges of its own, and an organization. */
export const seenEstate: readonly RecordPart[] = [
  ...organization(seenOrganization, 'OAK', 'ACME'),
  edge(`${seenDomain}-113`, 'ACME_Owns', `${seenOrganization}-repo`),
  described(seenDomain, ['Domain', 'Base'], { ...inDomain, name: 'OAK.LOCAL', collected: true }),
  ...['ADA', 'BEN', 'CLEO', 'DAN', 'EVE', 'FINN'].map((name, index) =>
    described(`${seenDomain}-11${index}`, ['User', 'Base'], {
      ...inDomain,
      name: `${name}@OAK.LOCAL`,
      enabled: index !== 3,
      hasspn: index === 1,
      distinguishedname: `CN=${name},OU=STAFF,DC=OAK,DC=LOCAL`,
    }),
  ),
  described(`${seenDomain}-512`, ['Group', 'Base'], { ...inDomain, name: 'DOMAIN ADMINS@OAK.LOCAL' }),
  described(`${seenDomain}-1201`, ['Group', 'Base'], { ...inDomain, name: 'HELPERS@OAK.LOCAL' }),
  described(`${seenDomain}-1202`, ['Group', 'Base'], { ...inDomain, name: 'OPERATORS@OAK.LOCAL' }),
  ...['PC1', 'PC2', 'DC1'].map((name, index) =>
    described(`${seenDomain}-13${index}`, ['Computer', 'Base'], {
      ...inDomain,
      name: `${name}.OAK.LOCAL`,
      operatingsystem: 'WINDOWS SERVER 2019',
      isdc: index === 2,
    }),
  ),
  described('5E1F0000-0000-0000-0000-000000000001', ['OU', 'Base'], {
    ...inDomain,
    name: 'STAFF@OAK.LOCAL',
    distinguishedname: 'OU=STAFF,DC=OAK,DC=LOCAL',
  }),
  described('5E1F0000-0000-0000-0000-000000000002', ['GPO', 'Base'], { ...inDomain, name: 'POLICY@OAK.LOCAL' }),
  edge(`${seenDomain}-110`, 'MemberOf', `${seenDomain}-1201`),
  edge(`${seenDomain}-111`, 'MemberOf', `${seenDomain}-1201`),
  edge(`${seenDomain}-1201`, 'MemberOf', `${seenDomain}-1202`),
  edge(`${seenDomain}-1202`, 'AdminTo', `${seenDomain}-130`),
  edge(`${seenDomain}-130`, 'HasSession', `${seenDomain}-114`),
  edge(`${seenDomain}-114`, 'MemberOf', `${seenDomain}-512`),
  edge(`${seenDomain}-512`, 'GenericAll', seenDomain, { isacl: true }),
  edge(`${seenDomain}-512`, 'AdminTo', `${seenDomain}-132`),
  edge(`${seenDomain}-112`, 'CanRDP', `${seenDomain}-131`),
  edge(`${seenDomain}-113`, 'ForceChangePassword', `${seenDomain}-112`, { isacl: true }),
  edge('5E1F0000-0000-0000-0000-000000000002', 'GPLink', '5E1F0000-0000-0000-0000-000000000001'),
  edge(seenDomain, 'Contains', '5E1F0000-0000-0000-0000-000000000001'),
  ...[0, 1, 2].map((index) => edge('5E1F0000-0000-0000-0000-000000000001', 'Contains', `${seenDomain}-11${index}`)),
];

/** A later day of the same domain. */
export const seenChanges: readonly RecordPart[] = [
  described(`${seenDomain}-112`, ['User', 'Base'], { ...inDomain, name: 'CLEO@OAK.LOCAL', enabled: false }),
  described(`${seenDomain}-119`, ['User', 'Base'], { ...inDomain, name: 'NEW@OAK.LOCAL', enabled: true }),
  edge(`${seenDomain}-119`, 'MemberOf', `${seenDomain}-1202`),
];

/** Other environments: another domain, a tenant, an environment of an extension, and nodes without one. */
export interface HiddenEstate {
  readonly domain: string;
  readonly user: string;
  readonly foreign: string;
  /** An environment of the extension of {@link seenOrganization}. */
  readonly organization: string;
  /** Its kinds and finding have the word in their names. */
  readonly extension: object;
  /** An environment that was removed; null: none was. */
  readonly removed: string | null;
  /** Is in the name of every object, and in its properties and kinds. */
  readonly word: string;
  readonly records: readonly RecordPart[];
  readonly later: readonly RecordPart[];
}

/**
 * @param number of the estate: its ids have it
 * @param size how many users it has
 */
export function hiddenEstate(word: string, number: number, size: number): HiddenEstate {
  const domain = `S-1-5-21-${number}-${number}-${number}`;
  const tenant = `7E0A0000-0000-0000-0000-00000000000${number}`;
  const own = { domainsid: domain, domain: `${word}.LOCAL`, [`prop${word.toLowerCase()}`]: word };
  const user = (index: number) => `${domain}-11${index}`;
  const foreign = `thing-${number}`;
  const gone = `S-1-5-21-9-9-${number}`;
  const [other, ofOwn] = [`org-${number}`, `env-${number}`];
  return {
    domain,
    user: user(0),
    foreign,
    organization: other,
    extension: JSON.parse(JSON.stringify(acme).replaceAll(/ACME|Acme/g, word)),
    removed: size % 2 === 0 ? gone : null,
    word,
    records: [
      described(gone, ['Domain', 'Base'], { domainsid: gone, name: `GONE ${word}` }),
      ...organization(other, word, 'ACME'),
      ...organization(ofOwn, word, word),
      // The only way from ADA to EVE, whom accounts see.
      edge(`${seenOrganization}-ada`, `${word}_Owns`, `${ofOwn}-repo`),
      edge(`${ofOwn}-repo`, 'ACME_Owns', `${seenOrganization}-user`),
      edge(`${ofOwn}-user`, 'ACME_Owns', `${seenOrganization}-repo`),
      edge(`${seenOrganization}-user`, 'ACME_Owns', `${other}-repo`),
      described(domain, ['Domain', 'Base'], { ...own, name: `${word}.LOCAL`, collected: true }),
      ...Array.from({ length: size }, (_, index) =>
        described(user(index), ['User', 'Base'], { ...own, name: `ADA${index}${word}@${word}.LOCAL`, hasspn: true }),
      ),
      described(`${domain}-512`, ['Group', 'Base'], { ...own, name: `DOMAIN ADMINS@${word}.LOCAL` }),
      described(`${domain}-130`, ['Computer', 'Base'], { ...own, name: `PC.${word}.LOCAL`, operatingsystem: word }),
      described(tenant, ['AZTenant', 'AZBase'], { tenantid: tenant, name: `${word} TENANT` }),
      described(`7E0B0000-0000-0000-0000-00000000000${number}`, ['AZUser', 'AZBase'], {
        tenantid: tenant,
        name: `CLOUD ADA ${word}`,
      }),
      described(foreign, [`Kind${word}`], { name: `THING ${word}`, environmentid: `env-${word}` }),
      described(`lone-${number}`, [`Lone${word}`], { name: `LONE ${word}` }),
      ...Array.from({ length: size }, (_, index) => edge(user(index), 'MemberOf', `${domain}-512`)),
      edge(`${domain}-512`, 'GenericAll', domain, { isacl: true }),
      // Into what accounts see, and out of it.
      edge(user(0), 'AdminTo', `${seenDomain}-131`),
      edge(user(0), 'MemberOf', `${seenDomain}-1202`),
      edge(`${seenDomain}-110`, 'GenericAll', user(0), { isacl: true, [`edge${word.toLowerCase()}`]: word }),
      edge(`${seenDomain}-130`, 'HasSession', user(size - 1)),
      edge(foreign, `Edge${word}`, `${seenDomain}-110`),
      edge(`${seenDomain}-115`, `Edge${word}`, foreign),
      ...(size % 2 === 0 ? [edge(user(1), 'GenericAll', seenDomain, { isacl: true })] : []),
    ],
    later: Array.from({ length: size + 1 }, (_, index) =>
      described(`${domain}-21${index}`, ['User', 'Base'], { ...own, name: `LATE${index}${word}@${word}.LOCAL` }),
    ),
  };
}
