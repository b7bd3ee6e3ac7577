import { schemasWithoutBasis } from '../../http/notes/graph-notes.js';
import { referredSchemas } from '../../http/edition/openapi-filter.js';
import { otherForms } from '../../http/openapi/operation.decorator.js';
import { maxResults, type ListForm } from '../wire/lists.js';
import { type CompatRoute, compatRoute } from '../wire/routes.js';
import { isJsonObject, type JsonObject } from '../../base/values/json-object.js';
import { openApi30 } from './open-api-30.js';
import { asObject, integer, type ItemForm, objectOf } from '../wire/schemas.js';
import { CompatSchemas, mapMembers } from './schemas.js';

/**
 * Converts the OpenAPI document to the forms that clients receive with COMPAT, and to the version of OpenAPI that the page of the
 * reference product reads. Requests in our form are accepted, so they stay.
 */
export function compatDocument(published: object): object {
  const document = asObject(schemasWithoutBasis(published));
  const components = asObject(document['components']);
  const schemas = new CompatSchemas(withoutErrorCodes(asObject(components['schemas'])));
  const paths = mapMembers(asObject(document['paths']), (item, path) =>
    mapMembers(asObject(item), (operation, method) => {
      const route = compatRoute(method.toUpperCase(), path);
      const told = withRefusalOfAccounts(asObject(operation));
      return route ? compatOperation(told, route, schemas) : told;
    }),
  );
  const kept = referredSchemas(paths, schemas.all);
  const used = Object.entries(schemas.all).filter(([name]) => kept.has(name));
  return openApi30({ ...document, paths, components: { ...components, schemas: Object.fromEntries(used) } });
}

/** What `unknownPathOf` answers to accounts: operations without another scheme than signatures are for collection clients alone. */
function withRefusalOfAccounts(operation: JsonObject): JsonObject {
  const { security, responses } = operation;
  if (JSON.stringify(security) !== '[{"signature":[]}]') return operation;
  const description = 'The caller is not a collection client.';
  return {
    ...operation,
    responses: { ...asObject(responses), 403: { ...asObject(asObject(responses)['404']), description } },
  };
}

/** Errors have no code. */
function withoutErrorCodes(schemas: JsonObject): JsonObject {
  const { properties, ...fault } = asObject(schemas['FaultDto']);
  const { code: _, ...kept } = asObject(properties);
  return { ...schemas, FaultDto: { ...fault, ...objectOf(kept) } };
}

function compatOperation(operation: JsonObject, route: CompatRoute, schemas: CompatSchemas): JsonObject {
  const { parameters, responses } = operation;
  return {
    ...operation,
    ...(Array.isArray(parameters) && { parameters: parameters.map((it) => compatParameter(asObject(it), route.list)) }),
    responses: Object.fromEntries(
      Object.entries(asObject(responses)).map(([status, response]) =>
        status.startsWith('2')
          ? [route.status ?? status, compatResponse(asObject(response), route, schemas)]
          : [status, response],
      ),
    ),
  };
}

function compatParameter(parameter: JsonObject, list: ListForm | undefined): JsonObject {
  if (!list || list.pages === 'none' || parameter['name'] !== 'limit') return parameter;
  const { default: ofOurs, ...schema } = asObject(parameter['schema']);
  const byDefault = list.pages === 'ours' ? undefined : (list.limit ?? ofOurs);
  return {
    ...parameter,
    schema: { ...schema, maximum: maxResults, ...(byDefault !== undefined && { default: byDefault }) },
    description: `Most results of the page; 0 returns all${byDefault === undefined ? ', as does no limit' : ''}.`,
  };
}

function compatResponse(response: JsonObject, route: CompatRoute, schemas: CompatSchemas): JsonObject {
  const forms = asObject(response[otherForms]);
  return {
    ...response,
    ...(isJsonObject(response['content']) && { content: compatContent(response['content'], route, schemas) }),
    ...(route.empty && { content: contentOf({ type: 'object' }) }),
    ...(response[otherForms] !== undefined && {
      [otherForms]: mapMembers(forms, (it, when) => (when === 'type=graph' ? contentOf(bareMap) : it)),
    }),
  };
}

/** The form of `bareMapOf`. */
const bareMap = {
  type: 'object',
  additionalProperties: { type: 'object' },
  description: 'Nodes by their ids, and edges by `rel_` and their ends.',
} as const;

function contentOf(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

function compatContent(content: JsonObject, route: CompatRoute, schemas: CompatSchemas): JsonObject {
  const { schema, ...media } = asObject(content['application/json']);
  return isAsOurs(route)
    ? content
    : { ...content, 'application/json': { ...media, schema: compatBody(asObject(schema), route, schemas) } };
}

/** Such an answer is sent unchanged. */
function isAsOurs({ answer, list, inMemoryColumns }: CompatRoute): boolean {
  return !answer && (!list || (list.pages === 'both' && list.name === undefined && !inMemoryColumns));
}

function compatBody(schema: JsonObject, route: CompatRoute, schemas: CompatSchemas): unknown {
  const { anyOf } = schema;
  if (Array.isArray(anyOf)) return { anyOf: anyOf.map((it) => compatBody(asObject(it), route, schemas)) };
  const { properties } = schemas.resolved(schema);
  const { data, ...others } = asObject(properties);
  const more = asObject(schemas.plain(others));
  const form = route.answer?.form ?? unchanged;
  const items = asObject(data)['type'] === 'array' ? asObject(data)['items'] : undefined;
  if (items === undefined) return objectOf({ ...more, data: schemas.item(data, form) });
  const list = { ...asObject(data), items: schemas.item(items, form) };
  return route.list ? listBody(list, more, route.list) : objectOf({ ...more, data: list });
}

const unchanged: ItemForm = (properties) => properties;

const page = { count: integer, skip: integer, limit: integer };

/** As `theirList` does it. */
function listBody(list: JsonObject, ours: JsonObject, { name, pages }: ListForm): JsonObject {
  const { count: _count, skip: _skip, limit: _limit, ...more } = ours;
  const data = name === undefined ? list : objectOf({ [name]: list });
  if (pages === 'none') return objectOf({ ...more, data });
  if (pages === 'both') return objectOf({ ...page, ...more, data });
  // Only if the query has `skip` or `limit`.
  const required = [...Object.keys(more), 'data'];
  return { type: 'object', required, properties: { ...page, ...more, data } };
}
