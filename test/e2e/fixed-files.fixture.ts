import type { PlanDto } from '../../src/modules/graphs/plan.dto.js';

type Step = PlanDto['steps'][number];

/** A part of a collector's file. */
type Json = ReturnType<typeof JSON.parse>;

interface CollectorFile {
  readonly data: readonly Json[];
}

/** The file as the collector writes it after somebody has made the fixes. @throws Error for a fix that this estate does not need */
export function withFixes(text: string, steps: readonly Step[]): string {
  const file = JSON.parse(text) as CollectorFile;
  if (!Array.isArray(file.data)) return text;
  let data = file.data;
  for (const step of steps) {
    const [at, by] = idsOf(step);
    data = data.flatMap((record) => visits[step.sort]?.(record, at, by) ?? unknownFix(step));
  }
  return JSON.stringify({ ...file, data });
}

/** By their sorts: what a visit at `at` leaves of a record. */
const visits: { readonly [sort in string]?: (record: Json, at: string, by: string) => readonly Json[] } = {
  entry: (record, at, by) => {
    if (record.ObjectIdentifier !== at) return [record];
    const isTaken = (it: Json) => it.PrincipalSID === by;
    const { CARegistryData: registry } = record;
    const security = registry && {
      CARegistryData: { ...registry, CASecurity: without(registry.CASecurity, 'Data', isTaken) },
    };
    return [{ ...without(record, 'Aces', isTaken), ...security }];
  },
  member: (record, at, by) => [
    record.kind === 'AZGroupMember' && mentions(record, at) ? withoutTie(record, by) : withoutMember(record, at, by),
  ],
  role: (record, at, by) => {
    const isTied = record.kind !== 'AZGroupMember' && record.data && mentions(record, at) && mentions(record, by);
    if (!isTied) return [record];
    const hasLists = Object.values(record.data).some((part) => Array.isArray(part));
    return hasLists ? [withoutTie(record, by)] : [];
  },
  delegation: (record, at) => [
    record.ObjectIdentifier === at
      ? { ...record, AllowedToDelegate: [], Properties: { ...record.Properties, unconstraineddelegation: false } }
      : record,
  ],
  trustees: (record, at) => [record.ObjectIdentifier === at ? { ...record, AllowedToAct: [] } : record],
  template: (record, at) => [
    record.EnabledCertTemplates ? without(record, 'EnabledCertTemplates', (it) => it.ObjectIdentifier === at) : record,
  ],
  logon: (record, at) => {
    if (record.UserSID === at) return [];
    const names = ['Sessions', 'PrivilegedSessions', 'RegistrySessions'].filter((name) => record[name]);
    const kept = names.map((name) => [name, without(record[name], 'Results', (it) => it.UserSID === at)]);
    return [{ ...record, ...Object.fromEntries(kept) }];
  },
  sync: (record, at) => {
    if (record.data?.onPremisesSecurityIdentifier !== at) return [record];
    const { onPremisesSecurityIdentifier: _id, onPremisesSyncEnabled: _isOn, ...data } = record.data;
    return [{ ...record, data }];
  },
};

function unknownFix({ text }: Step): never {
  throw new Error(`this test makes no fix such as: ${text}`);
}

/** Roles have the id of their template, and of the tenant. */
function idsOf({ key }: Step): [at: string, by: string] {
  const [, at = '', by = ''] = key.split(':');
  return [at.split('@')[0]!, by];
}

function without(record: Json, list: string, isTaken: (element: Json) => boolean): Json {
  return { ...record, [list]: record[list].filter((it: Json) => !isTaken(it)) };
}

function withoutMember(record: Json, at: string, by: string): Json {
  const isTaken = (it: Json) => it.ObjectIdentifier === by;
  if (record.ObjectIdentifier === at) return without(record, 'Members', isTaken);
  // No policy adds the member again.
  const isComputer = (it: Json) => at.startsWith(`${it.ObjectIdentifier}-`);
  const changes = record.GPOChanges?.AffectedComputers && without(record.GPOChanges, 'AffectedComputers', isComputer);
  const groups = record.LocalGroups?.map((it: Json) =>
    it.ObjectIdentifier === at ? without(it, 'Results', isTaken) : it,
  );
  return { ...record, ...(changes && { GPOChanges: changes }), ...(groups && { LocalGroups: groups }) };
}

function mentions(part: unknown, id: string): boolean {
  return JSON.stringify(part).toUpperCase().includes(`"${id}"`);
}

/** Without the elements of its lists that name an id. */
function withoutTie(record: Json, id: string): Json {
  const parts = Object.entries<Json>(record.data).map(([name, part]) => [
    name,
    Array.isArray(part) ? part.filter((it) => !mentions(it, id)) : part,
  ]);
  return { ...record, data: Object.fromEntries(parts) };
}
