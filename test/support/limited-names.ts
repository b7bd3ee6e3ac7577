import fc from 'fast-check';
import { seenDomain, seenOrganization } from './limited-estate.js';

/** Names of one hidden estate, or of none. */
export interface HiddenNames {
  readonly user: string;
  readonly domain: string;
  readonly foreign: string;
  readonly organization: string;
  readonly word: string;
}

export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export type Question = (names: HiddenNames) => Asked;

export const get = (path: string, query: Readonly<Record<string, string | readonly string[]>>): Asked => {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((it): [string, string] => [name, it]),
  );
  const separator = path.includes('?') ? '&' : '?';
  return { method: 'GET', target: `/api/v2/${path}${separator}${new URLSearchParams(parameters).toString()}` };
};

export const cypher = (query: string, more: object = {}): Asked => ({
  method: 'POST',
  target: '/api/v2/graphs/cypher',
  body: { query, include_properties: true, ...more },
});

/** By what a question may name a node: hidden ones, seen ones, and none. */
export const node = fc.constantFrom(
  ({ user }: HiddenNames) => user,
  ({ domain }: HiddenNames) => domain,
  ({ foreign }: HiddenNames) => foreign,
  ({ domain }: HiddenNames) => domain.toLowerCase(),
  ({ organization }: HiddenNames) => organization,
  ({ organization }: HiddenNames) => `${organization}-repo`,
  ...[
    seenDomain,
    seenOrganization,
    ...['user', 'ada', 'repo'].map((it) => `${seenOrganization}-${it}`),
    ...['110', '111', '112', '114', '115', '119', '512', '1202', '130', '131'].map((it) => `${seenDomain}-${it}`),
  ].map((id) => () => id),
);

export const text = fc.constantFrom(
  ({ word }: HiddenNames) => word,
  ({ word }: HiddenNames) => word.slice(0, 3),
  ({ word }: HiddenNames) => `ADA0${word}`,
  ({ word }: HiddenNames) => `KIND${word}`,
  ({ domain }: HiddenNames) => domain,
  ({ word }: HiddenNames) => `CN=${word}`,
  ...['ADA', 'A', 'DOMAIN', 'S-1-5', 'OAK', 'CN=ADA', '@', 'PC', 'LATE', 'LONE', 'thing'].map((it) => () => it),
);

export const kindOfNodes = fc.constantFrom(
  ({ word }: HiddenNames) => `Kind${word}`,
  ({ word }: HiddenNames) => `Lone${word}`,
  ({ word }: HiddenNames) => `${word}_User`,
  ({ word }: HiddenNames) => `Kind${word.slice(1)}`,
  ...['ACME_User', 'ACME_Org', 'User', 'Group', 'Computer', 'Domain', 'AZUser', 'Base', 'Kind'].map((it) => () => it),
);

export const kindOfEdges = fc.constantFrom(
  ({ word }: HiddenNames) => `Edge${word}`,
  ({ word }: HiddenNames) => `${word}_Owns`,
  ({ word }: HiddenNames) => `Edge${word.slice(1)}`,
  ...['ACME_Owns', 'MemberOf', 'AdminTo', 'GenericAll', 'HasSession', 'Edge'].map((it) => () => it),
);

export const property = fc.constantFrom(
  ({ word }: HiddenNames) => `prop${word.toLowerCase()}`,
  ({ word }: HiddenNames) => `edge${word.toLowerCase()}`,
  ...['enabled', 'hasspn', 'operatingsystem', 'nothing'].map((it) => () => it),
);

export const tag = fc.constantFrom('tier_zero', 'owned', 'nothing');
export const page = fc.constantFrom<Readonly<Record<string, string>>>({}, { limit: '3' }, { skip: '2', limit: '4' });
export const form = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  { type: 'list' },
  { props: 'operatingsystem' },
);
