const names: ReadonlyMap<unknown, string> = new Map([
  ['directory', 'sharphound'],
  ['cloud', 'azurehound'],
]);

const ours: ReadonlyMap<unknown, unknown> = new Map([...names].map(([type, name]) => [name, type]));

/** What the reference product calls a client of our type. */
export function collectorOf(type: unknown): unknown {
  return names.get(type) ?? type;
}

/** Our type of a client; what is none stays as it is. */
export function typeOfCollector(name: unknown): unknown {
  return ours.get(name) ?? name;
}
