import fc from 'fast-check';

/** The records of a collector about one object of a small directory; ids are `U1`, `G1`, `C1` without the SID of the domain. */
export interface PlainRecord {
  readonly id: string;
  readonly note: number;
  readonly primaryGroup: string | null;
  readonly rights: readonly PlainRight[];
  /** Of a group. */
  readonly members: readonly string[];
  /** Of a computer: users; null if they were not collected. */
  readonly sessions: readonly string[] | null;
}

export interface PlainRight {
  readonly principal: string;
  readonly right: 'GenericAll' | 'WriteDacl';
  readonly inherited: boolean;
}

/** A file of a collector of the directory. */
export interface DirectoryFile {
  readonly type: 'users' | 'groups' | 'computers';
  /** Bits of `meta.methods`. */
  readonly methods: number;
  readonly records: readonly PlainRecord[];
}

/** A file of another source: its own nodes, and edges that are only added. */
export interface OpenFile {
  readonly nodes: readonly string[];
  readonly edges: readonly (readonly [source: string, target: string])[];
}

export type PlainFile = DirectoryFile | OpenFile;

export const domain = 'S-1-5-21-7-7-7';
export const Methods = { group: 1, acl: 64 } as const;

const users = ['U1', 'U2', 'U3'];
const groups = ['G1', 'G2'];
const computers = ['C1', 'C2'];
const repositories = ['R1', 'R2'];
const some = (ids: readonly string[]) => fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 });

const kinds = { U: 'User', G: 'Group', C: 'Computer', R: 'Repo' } as const;

export function kindOf(id: string): string {
  return kinds[id.charAt(0) as keyof typeof kinds];
}

/** Objects of the directory are known by security identifiers. */
export function objectidOf(id: string): string {
  return id.startsWith('R') ? id : `${domain}-${id}`;
}

const rights: fc.Arbitrary<readonly PlainRight[]> = fc.uniqueArray(
  fc.record<PlainRight>({
    principal: fc.constantFrom(...users, ...groups),
    right: fc.constantFrom('GenericAll', 'WriteDacl'),
    inherited: fc.boolean(),
  }),
  { maxLength: 3, selector: ({ principal, right }) => `${principal} ${right}` },
);

const recordOf = (id: string): fc.Arbitrary<PlainRecord> =>
  fc.record<PlainRecord>({
    id: fc.constant(id),
    note: fc.nat(1),
    primaryGroup: id.startsWith('G') ? fc.constant(null) : fc.option(fc.constantFrom(...groups), { nil: null }),
    rights: rights.map((all) => all.filter(({ principal }) => principal !== id)),
    members: id.startsWith('G')
      ? some([...users, ...groups]).map((all) => all.filter((it) => it !== id))
      : fc.constant([]),
    sessions: id.startsWith('C') ? fc.option(some(users), { nil: null }) : fc.constant(null),
  });

const anyMethods = fc.constantFrom(Methods.group | Methods.acl, Methods.group, Methods.acl, 0);

/** Collections of one type: the same objects by other methods; a part is changed or left out. */
const directoryFiles: fc.Arbitrary<readonly PlainFile[]> = fc
  .constantFrom(['users', users] as const, ['groups', groups] as const, ['computers', computers] as const)
  .chain(([type, ids]) =>
    fc.tuple(...ids.map((id) => fc.array(recordOf(id), { minLength: 1, maxLength: 2 }))).chain((states) => {
      const records = fc.tuple(...states.map((each) => fc.option(fc.constantFrom(...each), { freq: 3, nil: null })));
      const file = fc.record<DirectoryFile>({
        type: fc.constant(type),
        methods: anyMethods,
        records: records.map((all) => all.flatMap((it) => it ?? [])),
      });
      return fc.array(file, { minLength: 2, maxLength: 3 });
    }),
  );

const openFiles: fc.Arbitrary<readonly PlainFile[]> = fc.array(
  fc.record<OpenFile>({
    nodes: some(repositories),
    edges: fc.uniqueArray(fc.tuple(fc.constantFrom(...repositories), fc.constantFrom(...repositories, ...users)), {
      maxLength: 3,
      selector: String,
    }),
  }),
  { minLength: 1, maxLength: 2 },
);

/** Files that resemble each other, as if one collector sent them on several days. */
export const plainFiles: fc.Arbitrary<readonly PlainFile[]> = fc
  .tuple(directoryFiles, fc.array(fc.oneof(directoryFiles, openFiles), { maxLength: 2 }))
  .map(([first, others]) => [first, ...others].flat());

/** The file as its collector writes it. */
export function contentOf(file: PlainFile): object {
  if ('nodes' in file)
    return {
      metadata: { source_kind: 'ACME' },
      graph: {
        nodes: file.nodes.map((id) => ({ id, kinds: ['Repo'], properties: {} })),
        edges: file.edges.map(([source, target]) => ({
          kind: 'Knows',
          start: { value: objectidOf(source) },
          end: { value: objectidOf(target) },
        })),
      },
    };
  const { type, methods, records } = file;
  return { data: records.map(directoryRecord), meta: { type, methods, version: 6, count: records.length } };
}

function directoryRecord({ id, note, primaryGroup, rights: aces, members, sessions }: PlainRecord): object {
  return {
    ObjectIdentifier: objectidOf(id),
    Properties: { name: id, note, domainsid: domain, distinguishedname: `CN=${id},DC=X` },
    PrimaryGroupSID: primaryGroup && objectidOf(primaryGroup),
    Aces: aces.map(({ principal, right, inherited }) => ({
      PrincipalSID: objectidOf(principal),
      PrincipalType: kindOf(principal),
      RightName: right,
      IsInherited: inherited,
    })),
    ...(id.startsWith('G') && {
      Members: members.map((it) => ({ ObjectIdentifier: objectidOf(it), ObjectType: kindOf(it) })),
    }),
    ...(id.startsWith('C') && {
      Sessions: {
        Collected: sessions !== null,
        Results: (sessions ?? []).map((it) => ({ ComputerSID: objectidOf(id), UserSID: objectidOf(it) })),
      },
    }),
  };
}
