import type { ItemForm } from './schemas.js';
import type { Asked, ReshapeItem } from './lists.js';
import type { JsonObject } from '../../base/values/json-object.js';
import { without } from './values.js';

type Schema = (...given: Parameters<ItemForm>) => unknown;

/** A property of a converted item: its value, and its schema in the document. Undefined leaves it as it was. */
interface Made {
  readonly value: (item: JsonObject, asked: Asked) => unknown;
  readonly schema: Schema;
}

/** @param schema of all items */
export function made(schema: object, value: Made['value']): Made {
  return { value, schema: () => schema };
}

/** @param schema by the schemas of an item of ours */
export function derived(schema: Schema, value: Made['value']): Made {
  return { value, schema };
}

export function always(schema: object, value: unknown): Made {
  return made(schema, () => value);
}

/** Another property of ours. @param value converts it */
export function from(name: string, schema?: object, value: (ours: unknown) => unknown = (it) => it): Made {
  return derived(
    (properties) => schema ?? properties[name],
    (item) => value(item[name]),
  );
}

/** The conversion of an item of ours, and of its schema: it loses some properties and gains others. */
export function conversion(dropped: readonly string[], gained: Readonly<Record<string, Made>>): Conversion {
  const convert: ReshapeItem = (item, asked) => ({
    ...without(item, dropped),
    ...given(gained, (it) => it.value(item, asked)),
  });
  const form: ItemForm = (properties, propertiesOf) => ({
    ...without(properties, dropped),
    ...given(gained, (it) => it.schema(properties, propertiesOf)),
  });
  return Object.assign(convert, { form });
}

export type Conversion = ReshapeItem & { readonly form: ItemForm };

function given(all: Readonly<Record<string, Made>>, take: (it: Made) => unknown): JsonObject {
  const taken = Object.entries(all).map(([name, it]) => [name, take(it)] as const);
  return Object.fromEntries(taken.filter(([, it]) => it !== undefined));
}
