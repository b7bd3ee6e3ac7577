import {
  choice,
  flag,
  fromQuery,
  isGiven,
  joined,
  optionalChoice,
  readChoice,
  refuse,
  text,
} from '../../http/input/parameters.js';
import { cloudKinds } from './cloud-table.js';
import { type AnswerType, answerTypes } from './entities.answers.js';
import { cloudList, type EntityListRequest } from './entities.fields.js';
import { rows } from '../conditions/rows.query.js';
import type { FilteredList } from './entities.service.js';
import { listPart, partOf } from './list-part.query.js';
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

const objectId = text('object_id', 'Object id. The case of letters is ignored.');
const related = optionalChoice(
  'related_entity_type',
  cloudLists.map(nameOf),
  `The list to return:\n${cloudLists.map(describe).join('\n')}`,
);
const counts = flag('counts', true, 'Whether the entity has the lengths of its lists.');
const type = choice('type', answerTypes, 'list', 'Shape of the list.');
const page = rows(cloudList);
const part = listPart(() => undefined);
const ofLists = [type, page, part].flatMap(({ names }) => names);

/** The parameters of a cloud entity. Parameters of lists are errors without a list, and parameters of pages with `type=graph` and `type=count`. */
const cloudRequest = joined([objectId, related, counts, type, page, part], (...reading): CloudRequest => {
  const [query, faults, { params }] = reading;
  const objectid = objectId.read(...reading);
  // Only lists that entities of this kind have.
  const lists = kindOf(params['entity_type'])?.lists ?? cloudLists;
  const listName = readChoice(query, 'related_entity_type', lists.map(nameOf), faults);
  const isList = isGiven(query, 'related_entity_type');
  const withCounts = counts.read(...reading);
  const answer = type.read(...reading);
  const isPage = isList && answer === 'list';
  if (!isList) refuse(ofLists, query, 'applies to a list, which related_entity_type names', faults);
  else if (!isPage) refuse(page.names, query, 'applies to type=list only', faults);
  if (isList) refuse(counts.names, query, 'applies to the entity itself, without related_entity_type', faults);
  const [, ...others] = reading;
  const request = page.read(isPage ? query : [], ...others);
  const list = lists.find(({ name }) => name === listName);
  const listed = partOf(list, ...reading);
  return { objectid, related: list && { ...list, ...listed }, counts: withCounts, type: answer, page: request };
});

export const CloudQuery = () => fromQuery(cloudRequest);

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
