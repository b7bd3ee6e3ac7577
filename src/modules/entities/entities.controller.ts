import { Get, Injectable, Res, type Type } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../auth/allow.decorator.js';
import { Kind, kindNames } from '../../graph/kinds/kind-catalogue.js';
import { PathText } from '../../http/input/path.decorators.js';
import { QueryChoice } from '../../http/input/query.decorators.js';
import { QueryFlag } from '../../http/input/query.decorators.js';
import { ApiController } from '../../http/openapi/api-controller.decorator.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { directoryKinds } from './directory-table.js';
import { answerTypes, EntityAnswers } from './entities.answers.js';
import { listAnswer, panelAnswer } from './entities.dto.js';
import { entityList, type EntityListRequest } from './entities.fields.js';
import { ListOnlyQuery } from './entities.list.js';
import { type ListPart, ListPartQuery } from './list-part.query.js';
import type { EntityKind, EntityList } from './entity-kind.js';

const PathObject = () => PathText('object_id', 'Object id. The case of letters is ignored.');
const place = 'path.object_id';

/** The base class of the controllers of all kinds. */
@Injectable()
class EntityController {
  constructor(readonly answers: EntityAnswers) {}
}

/** One controller for each kind of the table; `UserController` has `GET /users/{object_id}` and the lists of users. */
export const entityControllers: readonly Type[] = directoryKinds.map(controllerOf);

function controllerOf(kind: EntityKind): Type {
  const name = `${kindName(kind)}Controller`;
  const controller = { [name]: class extends EntityController {} }[name]!;
  ApiController(kind.path, 'entities')(controller);
  addPanel(controller, kind);
  for (const list of kind.lists) addList(controller, kind, list);
  return controller;
}

function addPanel(controller: Type<EntityController>, kind: EntityKind): void {
  addRoute(
    controller,
    'getEntity',
    function (this: EntityController, objectid: string, withCounts: boolean, response: Response) {
      return this.answers.panel({ kind, objectid, place }, withCounts, response);
    },
    [
      PathObject(),
      QueryFlag('counts', true, 'Whether the answer has the lengths of the lists.'),
      Res({ passthrough: true }),
    ],
    [
      Get(':object_id'),
      Allow('graph:read', 'seen'),
      Operation({
        summary: `Get ${withArticle(kind.noun)}`,
        description: `Returns its kinds and properties, and how many results each of its lists has.`,
        answer: panelAnswer(kind),
        isOfGraph: true,
      }),
    ],
  );
}

function addList(controller: Type<EntityController>, kind: EntityKind, list: EntityList): void {
  const types = list.isSpecified ? answerTypes.filter((it) => it !== 'count') : answerTypes;
  addRoute(
    controller,
    `list${pascal(list.name)}`,
    function (
      this: EntityController,
      objectid: string,
      type: (typeof answerTypes)[number],
      request: EntityListRequest,
      response: Response,
      part: ListPart | undefined,
    ) {
      return this.answers.list({ kind, objectid, place }, { ...list, ...part }, type, request, response);
    },
    [
      PathObject(),
      QueryChoice('type', types, 'list', 'Shape of the response.'),
      ListOnlyQuery(entityList, types, { hasProperties: !list.isSpecified }),
      Res({ passthrough: true }),
      ...(list.isSpecified ? [] : [ListPartQuery(list)]),
    ],
    [
      Get(`:object_id/${list.name}`),
      Allow('graph:read', 'seen'),
      Operation({
        summary: `List the ${list.title} of ${withArticle(kind.noun)}`,
        description: `Lists each once: ${list.contents}. \`type=graph\` returns the paths that lead to them.`,
        answer: listAnswer(list),
        isOfGraph: true,
        // The specification of the API fixes the form of these lists.
        ...(list.isSpecified && { basis: 'header' as const }),
      }),
    ],
  );
}

/** Adds a handler with its decorators, as TypeScript does for a method in source. */
function addRoute(
  controller: Type<EntityController>,
  name: string,
  handler: Function,
  parameters: readonly ParameterDecorator[],
  decorators: readonly MethodDecorator[],
): void {
  const target: object = controller.prototype;
  Object.defineProperty(handler, 'name', { value: name });
  Object.defineProperty(target, name, { value: handler, writable: true, configurable: true });
  const descriptor = Object.getOwnPropertyDescriptor(target, name)!;
  for (const [index, decorate] of [...parameters.entries()].toReversed()) decorate(target, name, index);
  for (const decorate of decorators.toReversed()) decorate(target, name, descriptor);
  Object.defineProperty(target, name, descriptor);
}

/** `User`; `Base` for any. */
function kindName({ kinds: [kind = Kind.Base] = [] }: EntityKind): string {
  return kindNames.get(kind)!;
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) && noun !== 'user' && noun !== 'unit' ? 'an' : 'a'} ${noun}`;
}
