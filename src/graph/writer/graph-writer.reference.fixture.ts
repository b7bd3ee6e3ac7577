import fc from 'fast-check';
import { described, edge, type EdgeList, known, whole, type RecordPart } from '../graph-records.fixture.js';

/** A record as plain values. */
export interface PlainRecord {
  readonly type: string;
  readonly subject: string;
  readonly describes: boolean;
  /** Null: a property without a value. */
  readonly props: Readonly<Record<string, number | null>>;
  readonly mentions: readonly (readonly [objectid: string, p: number])[];
  /** Lists given whole, of the subject or of others. */
  readonly lists: readonly (readonly [owner: string, list: ListName])[];
  readonly edges: readonly PlainEdge[];
}

interface PlainEdge {
  readonly owner: string;
  readonly list: ListName;
  readonly peer: string;
  readonly inherited: boolean | null;
  readonly note: number | null;
}

type ListName = keyof typeof lists;

/** Lists of every kind: of rights, of the target, of the source, and the two that may hold the same membership. */
const lists = {
  acl: { of: 'acl' },
  managers: { of: 'incoming', kind: 'AddMember' },
  sessions: { of: 'outgoing', kind: 'HasSession' },
  members: { of: 'incoming', kind: 'MemberOf' },
  primary: { of: 'primary-group' },
} as const satisfies Record<string, EdgeList>;

const id = fc.constantFrom('A', 'B', 'C', 'D');
const listName = fc.constantFrom<ListName>('acl', 'managers', 'sessions', 'members', 'primary');
const peers = fc.array(
  fc.record({
    peer: id,
    inherited: fc.option(fc.boolean(), { nil: null }),
    note: fc.option(fc.nat(1), { freq: 4, nil: null }),
  }),
  { maxLength: 3 },
);

/** Mostly records as collectors write them: an object, its own lists, and now and then something of others. */
export const plainRecord: fc.Arbitrary<PlainRecord> = fc
  .record({
    type: fc.constantFrom('users', 'groups'),
    subject: id,
    describes: fc.boolean(),
    props: fc.record(
      {
        p: fc.nat(1),
        hasspn: fc.option(fc.nat(1), { freq: 2, nil: null }),
        owned: fc.option(fc.nat(1), { nil: null }),
      },
      { requiredKeys: [] },
    ),
    mentions: fc.option(fc.tuple(id, fc.nat(1)), { freq: 8 }),
    own: fc.array(fc.tuple(listName, peers), { maxLength: 2 }),
    ofOthers: fc.option(fc.tuple(id, listName, peers), { freq: 3 }),
    added: fc.option(fc.tuple(fc.boolean(), id, listName, peers), { freq: 3 }),
  })
  .map(({ subject, mentions, own, ofOthers, added, ...rest }) => {
    const wholes = [...own.map(([list, each]) => [subject, list, each] as const), ...(ofOthers ? [ofOthers] : [])];
    const loose = added ? [[added[0] ? subject : added[1], added[2], added[3]] as const] : [];
    return {
      ...rest,
      subject,
      mentions: mentions ? [mentions] : [],
      lists: wholes.map(([owner, list]) => [owner, list] as const),
      edges: [...wholes, ...loose].flatMap(([owner, list, each]) => each.map((it) => ({ owner, list, ...it }))),
    };
  });

/** As a converter states it. */
export function partsOf({ subject, describes, props, mentions, edges, lists: wholes }: PlainRecord): RecordPart[] {
  const erased = Object.keys(props).filter((key) => props[key] === null);
  return [
    describes ? { ...described(subject, ['User', 'Base'], valuesOf(props)), erased } : mention(subject, ['Base']),
    ...mentions.map(([other, p]) => mention(other, ['Group', 'Base'], { p })),
    ...edges.map(edgeOf),
    ...wholes.map(([owner, list]) => whole(owner, lists[list])),
  ];
}

function valuesOf(props: PlainRecord['props']): Record<string, number> {
  return Object.fromEntries(Object.entries(props).flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}

function mention(objectid: string, kinds: readonly string[], properties = {}): RecordPart {
  return { ...described(objectid, kinds, properties), described: false };
}

function edgeOf({ owner, list, peer, inherited, note }: PlainEdge): RecordPart {
  const isOut = list === 'sessions' || list === 'primary';
  const kinds = {
    acl: 'GenericAll',
    managers: 'AddMember',
    sessions: 'HasSession',
    members: 'MemberOf',
    primary: 'MemberOf',
  };
  return edge(known(isOut ? owner : peer, 'Base'), kinds[list], known(isOut ? peer : owner, 'Base'), {
    ...(list === 'acl' && { isacl: true }),
    ...(list === 'primary' && { isprimarygroup: true }),
    ...(inherited !== null && { isinherited: inherited }),
    ...(note !== null && { note }),
  });
}

interface PlainNode {
  readonly kinds: readonly string[];
  readonly described: boolean;
  readonly props: Readonly<Record<string, number>>;
}

interface PlainEntry {
  readonly inherited: boolean;
  readonly note: number | null;
  readonly day: string | null;
}

/** The graph as plain maps: nodes by object id, and lists by `owner list whole` or `owner list added`. */
export class PlainGraph {
  private readonly nodes = new Map<string, PlainNode>();
  private readonly lists = new Map<string, Map<string, PlainEntry>>();
  /** Objects of which a record is not of OpenGraph. */
  private readonly ofDirectory = new Set<string>();

  write(records: readonly PlainRecord[], day: string, isOpenGraph: boolean): void {
    const given = new Set<string>();
    for (const record of records) {
      if (!isOpenGraph) this.ofDirectory.add(record.subject);
      const erases = !isOpenGraph || !this.ofDirectory.has(record.subject);
      this.record(erases ? record : { ...record, props: valuesOf(record.props) }, day, given);
    }
  }

  /** Entries of lists. An edge may be in several lists. */
  get entries(): number {
    return [...this.lists.values()].reduce((sum, { size }) => sum + size, 0);
  }

  lines(): string[] {
    return [
      ...[...this.nodes].map(
        ([objectid, { kinds, described: is, props }]) => `${objectid} ${kinds.join('+')} ${is} ${sortedJson(props)}`,
      ),
      ...[...this.lists].flatMap(([list, entries]) =>
        [...entries].map(([peer, { inherited, note, day }]) => `${list} ${peer} ${inherited} ${note} ${day}`),
      ),
    ].toSorted();
  }

  private record(
    { subject, describes, props, mentions, lists: wholes, edges }: PlainRecord,
    day: string,
    given: Set<string>,
  ): void {
    this.node(subject, describes ? ['User', 'Base'] : ['Base'], describes, describes ? props : {});
    for (const [other, p] of mentions) this.node(other, ['Group', 'Base'], false, { p });
    const own = new Set(wholes.map(([owner, list]) => `${owner} ${list} whole`));
    for (const key of own) if (!given.has(key)) this.lists.set(key, new Map());
    for (const key of own) given.add(key);
    for (const { owner, list, ...entry } of edges) {
      const isWhole = own.has(`${owner} ${list} whole`);
      this.edge(`${owner} ${list} ${isWhole ? 'whole' : 'added'}`, { ...entry, day: isWhole ? null : day });
      for (const end of [owner, entry.peer]) this.node(end, ['Base'], false, {});
    }
  }

  private edge(list: string, edgeEntry: Omit<PlainEdge, 'owner' | 'list'> & { readonly day: string | null }): void {
    const { peer, inherited, note, day } = edgeEntry;
    const entries = this.lists.get(list) ?? new Map<string, PlainEntry>();
    this.lists.set(list, entries);
    const old = entries.get(peer) ?? { inherited: false, note: null, day };
    const isLater = day !== null && old.day !== null && day > old.day;
    entries.set(peer, {
      inherited: inherited ?? old.inherited,
      note: note ?? old.note,
      day: isLater ? day : old.day,
    });
  }

  private node(objectid: string, kinds: readonly string[], isDescribed: boolean, props: PlainRecord['props']): void {
    const old = this.nodes.get(objectid) ?? { kinds: [], described: false, props: {} };
    const leads = isDescribed && !old.described;
    const all = [...new Set(leads ? [...kinds, ...old.kinds] : [...old.kinds, ...kinds])];
    this.nodes.set(objectid, {
      kinds: [...all.filter((it) => it !== 'Base'), ...all.filter((it) => it === 'Base')],
      described: isDescribed || old.described,
      props: valuesOf(old.described && !isDescribed ? { ...props, ...old.props } : { ...old.props, ...props }),
    });
  }
}

/** The lines of {@link PlainGraph.lines}, as a query of one column. */
export const storedLines = `
  SELECT concat_ws(' ', objectid, (SELECT string_agg(k.name, '+' ORDER BY o) FROM unnest(kinds) WITH ORDINALITY u(id, o) JOIN kind k USING (id)),
    described::text, replace(replace(props::text, ': ', ':'), ', "', ',"')) AS row FROM node
  UNION ALL
  SELECT concat_ws(' ', n.objectid, CASE list WHEN 0 THEN 'acl' WHEN 1 THEN 'members' WHEN 100 THEN 'sessions' WHEN 32767 THEN 'primary' ELSE 'managers' END,
    CASE origin WHEN 0 THEN 'whole' ELSE 'added' END, p.objectid, coalesce(flags[o] & 8 <> 0, false)::text,
    coalesce(details -> (o - 1)::text ->> 'note', 'null'), coalesce((date '2000-01-01' + days[o])::text, 'null'))
  FROM edge_list l JOIN node n ON n.id = l.owner, unnest(peers) WITH ORDINALITY u(peer, o) JOIN node p ON p.id = u.peer`;

/** PostgreSQL sorts names by their lengths first. */
function sortedJson(props: PlainNode['props']): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(props).toSorted(([one], [other]) => one.length - other.length)),
  );
}
