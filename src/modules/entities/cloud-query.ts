import { ApiQuery } from '@nestjs/swagger';
import { describeChoice, describeText, readChoice, readText, refuse } from '../../http/input/query.decorators.js';
import { routeInput } from '../../http/input/route-inputs.js';
import { flagSchema, listParameterNames, readFlag } from '../../http/list/parse-list.js';
import { cloudKinds } from './cloud-table.js';
import { type AnswerType, answerTypes } from './entities.answers.js';
import { cloudList, type EntityListRequest } from './entities.fields.js';
import { describeRows, readRows } from '../environments/rows.query.js';
import type { FilteredList } from './entities.service.js';
import { describePart, partNames, readPart } from './list-part.query.js';
import type { EntityKind, EntityList } from './entity-kind.js';

export interface CloudRequest {
  readonly objectid: string;
  /** The part of a list that is asked for; absent: the entity itself. */
  readonly related: FilteredList | undefined;
  readonly counts: boolean;
  readonly type: AnswerType;
  readonly page: EntityListRequest;
}

export const cloudKindsByPath: ReadonlyMap<string, EntityKind> = new Map(cloudKinds.map((kind) => [kind.path, kind]));

/** Every list of a cloud entity, each once. */
export const cloudLists: readonly EntityList[] = [
  ...new Map(cloudKinds.flatMap(({ lists }) => lists.map((list) => [list.name, list] as const))).values(),
];

const objectId = { name: 'object_id', description: 'Object id. The case of letters is ignored.' };
const related = {
  name: 'related_entity_type',
  choices: cloudLists.map(nameOf),
  description: `The list to return:\n${cloudLists.map(describe).join('\n')}`,
};
const type = { name: 'type', choices: answerTypes, description: 'Shape of the list.' };
const listNames = [...listParameterNames(cloudList), 'props'];

/** The parameters of a cloud entity. Those of its lists are errors without a list, and those of pages with `type=graph` and `type=count`. */
export function CloudQuery(): ParameterDecorator {
  return routeInput(
    {
      place: 'query',
      names: [objectId.name, related.name, 'counts', type.name, ...listNames, ...partNames],
      read: (query, faults, { params, state }): CloudRequest => {
        const objectid = readText(query, objectId.name, faults) ?? '';
        // Only lists that entities of this kind have.
        const lists = kindOf(params['entity_type'])?.lists ?? cloudLists;
        const listName = readChoice(query, related.name, lists.map(nameOf), faults);
        const isList = query.some(([name]) => name === related.name);
        const counts = readFlag(query, 'counts', true, faults);
        const answer = readChoice(query, type.name, type.choices, faults) ?? 'list';
        const isPage = isList && answer === 'list';
        const ofLists = [type.name, ...listNames, ...partNames];
        if (!isList) refuse(ofLists, query, 'applies to a list, which related_entity_type names', faults);
        else if (!isPage) refuse(listNames, query, 'applies to type=list only', faults);
        if (isList) refuse(['counts'], query, 'applies to the entity itself, without related_entity_type', faults);
        const page = readRows(isPage ? query : [], cloudList, faults, state.maxLimit);
        const list = lists.find(({ name }) => name === listName);
        const part = readPart(query, list, faults);
        return { objectid, related: list && { ...list, ...part }, counts, type: answer, page };
      },
    },
    describeText(objectId),
    describeChoice(related),
    ApiQuery({
      name: 'counts',
      description: 'Whether the entity has the lengths of its lists.',
      required: false,
      schema: flagSchema(true),
    }),
    describeChoice({ ...type, byDefault: 'list' }),
    ...describeRows(cloudList),
    ...describePart(),
  );
}

function kindOf(path: unknown): EntityKind | undefined {
  return typeof path === 'string' ? cloudKindsByPath.get(path) : undefined;
}

function describe({ name, contents }: EntityList): string {
  const types = cloudKinds.filter(({ lists }) => lists.some((list) => list.name === name)).map(({ path }) => path);
  return `- \`${name}\`: ${contents} (${types.join(', ')})`;
}

function nameOf({ name }: EntityList): string {
  return name;
}
