import type { Estate } from '../../compositions/estate.fixture.js';
import type { Properties } from '../../../graph/records.js';
import { Trait } from '../../facts/graph-facts.js';
import { plainPrincipalsInAll } from '../nodes/principals.fixture.js';

const authorities = ['CA', 'CB'];
const templates = ['T', 'S'];
const principals = ['U', 'V', 'M', 'C', 'Q', 'DC', 'E', 'G', 'H', 'X'];
const accounts = ['U', 'V', 'M', 'C', 'Q', 'DC'];
const groups = new Set(['E', 'G', 'H', 'X', 'L']);

/** The edges of ADCSESC1 and ADCSESC9a in an estate, by their definitions step by step. */
export function plainEscalations({ edges, traits, properties }: Estate): string[] {
  const has = (node: string, trait: number) => ((traits[node] ?? 0) & trait) !== 0;
  const parts = edges.map((line) => line.split(' ') as [string, string, string]);
  const sources = (kinds: readonly string[], target: string) =>
    parts.filter(([, kind, end]) => kinds.includes(kind) && end === target).map(([source]) => source);

  const memberships = parts.flatMap(([member, kind, group]) => (kind === 'MemberOf' ? [[member, group] as const] : []));
  const administrators = new Set([...groups].filter((group) => has(group, Trait.LocalAdministrators)));
  const everybody = new Set(['E']);
  const groupsOf = (node: string, known: readonly string[] = [node]): readonly string[] => {
    const next = memberships.filter(
      ([member, group]) =>
        known.includes(member) && !known.includes(group) && !administrators.has(member) && !administrators.has(group),
    );
    return next.length === 0 ? known : groupsOf(node, [...known, ...next.map(([, group]) => group)]);
  };
  const isIn = (node: string, holders: readonly string[]) => groupsOf(node).some((group) => holders.includes(group));

  const issuers = (node: string, known: readonly string[] = [node]): readonly string[] => {
    const next = parts.filter(
      ([certificate, kind, issuer]) =>
        known.includes(certificate) && ['IssuedSignedBy', 'EnterpriseCAFor'].includes(kind) && !known.includes(issuer),
    );
    return next.length === 0 ? known : issuers(node, [...known, ...next.map(([, , issuer]) => issuer)]);
  };
  const isAccepted = (authority: string) =>
    issuers(authority).some((root) => edges.includes(`${root} RootCAFor D`)) &&
    edges.includes(`${authority} TrustedForNTAuth N`) &&
    edges.includes('N NTAuthStoreFor D') &&
    sources(['HostsCAService'], authority).some((host) => has(host, Trait.IsEnabledComputer));

  const holdersOf = (template: string, authority: string) => [
    sources(['Enroll', 'GenericAll', 'AllExtendedRights'], template),
    sources(['Enroll'], authority),
  ];
  const enrollers = (holders: readonly (readonly string[])[]) =>
    plainPrincipalsInAll({ groups, administrators, everybody, memberships }, holders);
  const attackers = (holders: readonly (readonly string[])[], excluded: number) => {
    const kept = holders.filter((set) => !isIn('E', set));
    const hasRights = (account: string) =>
      kept.length > 0 ? kept.every((set) => isIn(account, set)) : holders.some((set) => isIn(account, set));
    const control = ['GenericAll', 'GenericWrite', 'Owns', 'WriteOwner', 'WriteDacl'];
    return accounts
      .filter((account) => hasRights(account) && !has(account, excluded))
      .flatMap((victim) => sources(control, victim))
      .filter((attacker) => principals.includes(attacker));
  };
  const isWeak = sources(['DCFor'], 'D').some((controller) =>
    [0, 1, -1].some((value) => value === properties[controller]?.['strongcertificatebindingenforcementraw']),
  );

  const found = authorities.filter(isAccepted).flatMap((authority) =>
    templates
      .filter((template) => edges.includes(`${template} PublishedTo ${authority}`))
      .flatMap((template) => {
        const its = properties[template] ?? {};
        const holders = holdersOf(template, authority);
        const named = isNamedByRequest(its) ? enrollers(holders) : [];
        const excluded = excludesUsers(its) ? Trait.IsOrdinaryUser : 0;
        const renamed = isNamedByAccount(its) && isWeak ? attackers(holders, excluded) : [];
        return [...named.map((start) => `${start} ADCSESC1 D`), ...renamed.map((start) => `${start} ADCSESC9a D`)];
      }),
  );
  return [...new Set(found)].toSorted();
}

function logsOn(its: Properties): boolean {
  const [version, signatures] = [its['schemaversion'], its['authorizedsignatures']];
  const needsNoSignature =
    (typeof version === 'number' && version <= 1) || (typeof signatures === 'number' && signatures <= 0);
  return its['requiresmanagerapproval'] === false && its['authenticationenabled'] === true && needsNoSignature;
}

function isNamedByRequest(its: Properties): boolean {
  return logsOn(its) && its['enrolleesuppliessubject'] === true;
}

function isNamedByAccount(its: Properties): boolean {
  const namesUpnOrSpn = its['subjectaltrequireupn'] === true || its['subjectaltrequirespn'] === true;
  return (
    logsOn(its) && its['enrolleesuppliessubject'] === false && its['nosecurityextension'] === true && namesUpnOrSpn
  );
}

function excludesUsers(its: Properties): boolean {
  return its['subjectaltrequiredns'] !== false || its['subjectaltrequiredomaindns'] !== false;
}
