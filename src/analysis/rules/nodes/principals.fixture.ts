/** Names of nodes and their memberships, for the twin of {@link Principals.inAll}. */
export interface PlainPrincipals {
  readonly groups: ReadonlySet<string>;
  readonly administrators: ReadonlySet<string>;
  readonly everybody: ReadonlySet<string>;
  readonly memberships: readonly (readonly [member: string, group: string])[];
}

/** The definition step by step, with the members of each node by themselves. */
export function plainPrincipalsInAll(plain: PlainPrincipals, holders: readonly (readonly string[])[]): string[] {
  const { groups, administrators, everybody, memberships } = plain;
  const followed = memberships.filter((ends) => !ends.some((end) => administrators.has(end)));
  const membersOf = (root: string, seen: readonly string[] = [root]): string[] => {
    const next = followed.filter(([member, group]) => seen.includes(group) && !seen.includes(member));
    if (next.length > 0) return membersOf(root, [...new Set([...seen, ...next.map(([member]) => member)])]);
    return seen.filter((node) => node !== root);
  };
  const expanded = (set: readonly string[]) => [...new Set(set.flatMap((node) => [node, ...membersOf(node)]))];

  const kept = holders.filter((set) => !expanded(set).some((node) => everybody.has(node)));
  if (kept.length < 2) return [...new Set((kept.length === 0 ? holders : kept).flat())].toSorted();

  const [first = [], ...others] = kept;
  const common = (node: string) => others.every((set) => expanded(set).includes(node));
  const found = new Set(first.filter(common));
  const remaining = new Set(first.filter((node) => !common(node)).flatMap((node) => membersOf(node)));
  const bySize = [...remaining]
    .filter((node) => groups.has(node))
    .toSorted((one, other) => membersOf(one).length - membersOf(other).length);
  for (const group of bySize) {
    remaining.delete(group);
    if (!common(group)) continue;
    found.add(group);
    for (const member of membersOf(group)) remaining.delete(member);
  }
  for (const node of remaining) if (common(node)) found.add(node);
  return [...found].toSorted();
}
