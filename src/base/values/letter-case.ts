/** A name of a body or a column, such as `client_name`, as the code has it: `clientName`. */
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export type CamelCased<Body> = {
  readonly [Name in keyof Body as Name extends string ? CamelCase<Name> : never]: Body[Name];
};

/** The properties of a body by their names in the code. Absent ones stay absent. */
export function camelCased<Body extends object>(body: Body): CamelCased<Body>;
export function camelCased(body: object): object {
  return renamed(body, (name) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
}

/** Properties of the code by their names in bodies and columns. Absent ones stay absent. */
export function snakeCased<Values extends object>(values: Values): Readonly<Record<string, Values[keyof Values]>>;
export function snakeCased(values: object): object {
  return renamed(values, snakeCase);
}

/** `clientName` as bodies and columns have it: `client_name`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function renamed(values: object, rename: (name: string) => string): object {
  const entries: [string, unknown][] = Object.entries(values);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[rename(name), value] as const])),
  );
}
