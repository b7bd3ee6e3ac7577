import { knownNames } from '../../http/input/unknown-name.js';
import type { ReadyQuestionDto } from '../../modules/questions/questions.dto.js';
import { UsageError } from '../failure.js';
import { type Format, rowsText } from '../output/formats.js';
import type { Rows } from '../output/tables.js';
import type { Terminal } from '../terminal.js';
import {
  changeRows,
  edgeRows,
  entityRows,
  type Exposure,
  exposureRows,
  hitRows,
  newWayRows,
  type Page,
  printPage,
  rankedRows,
} from './answers.js';
import { pathsText } from './ask-paths.js';
import { edgeByNames, type Hit, nodeByName } from './node-by-name.js';
import type { Query, ServiceClient } from './service-client.js';

export const questionsPath = '/api/v2/questions';

export function questionRows(questions: readonly ReadyQuestionDto[]): Rows {
  return {
    head: ['name', 'of', 'question'],
    rows: questions.map(({ name, parameter, object_kind: kind, sentence }) => [
      name,
      kind ?? parameter ?? '',
      sentence,
    ]),
  };
}

/** A call that asks a question. */
interface QuestionCall {
  readonly path: string;
  readonly query: Query;
  /** The object that the question is about. */
  readonly node: Hit | null;
  readonly isList: boolean;
}

const noLists = ['/api/v2/graphs/exposure', '/api/v2/graphs/shortest-path'];

/**
 * @param object a name or an object id, or an edge as `source,kind,target`
 * @throws Error if there is no such question or object
 */
export async function callOf(service: ServiceClient, name: string, object: string | undefined): Promise<QuestionCall> {
  const { data } = await service.getJson<{ data: readonly ReadyQuestionDto[] }>(questionsPath);
  const question = data.find((it) => it.name === name);
  if (!question) {
    const names = data.map((it) => it.name);
    throw new UsageError(`there is no question ${JSON.stringify(name)}; ${knownNames(name, names)}`);
  }
  const given = requiredObject(question, object);
  const node = question.parameter === 'object' ? await nodeByName(service, given) : null;
  const value = node ? node.objectid : await edgeByNames(service, given);
  const { pathname: path, searchParams } = new URL(
    question.call.replaceAll(/\{(object|edge)\}/g, encodeURIComponent(value)),
    service.url,
  );
  const query = Object.fromEntries([...searchParams.keys()].map((key) => [key, searchParams.getAll(key)]));
  return { path, query, node, isList: !noLists.includes(path) };
}

function requiredObject({ name, parameter, object_kind: kind }: ReadyQuestionDto, object: string | undefined): string {
  if (parameter === null && object !== undefined) throw new UsageError(`the question takes no object: ask ${name}`);
  if (parameter !== null && object === undefined)
    throw new UsageError(`the question is about an object: ask ${name} ${(kind ?? parameter).toUpperCase()}`);
  return object ?? '';
}

/** Prints an answer as a table or as paths. */
export function printAnswerTo(
  terminal: Terminal,
  { path, query, node }: QuestionCall,
  answer: string,
  { format, most }: { readonly format: Format; readonly most: number },
): void {
  if (path === '/api/v2/graphs/shortest-path' && node) {
    terminal.print(
      pathsText(JSON.parse(answer), {
        start: node,
        end: null,
        most,
        isExplained: false,
        isLonger: query['longer'] !== undefined,
        look: terminal,
      }),
    );
  } else if (path === '/api/v2/graphs/exposure') {
    const { data }: { readonly data: Exposure } = JSON.parse(answer);
    terminal.print(rowsText(exposureRows(data), format, terminal));
  } else {
    const page: Page<never> = JSON.parse(answer);
    if (page.count === 0) terminal.note('the list is empty');
    else printPage(terminal, (rowsByPath[path] ?? entityRows)(page.data), page.count, format);
  }
}

/** The rows of lists; others are lists of entities. */
const rowsByPath: Readonly<Record<string, (items: readonly never[]) => Rows>> = {
  '/api/v2/search': hitRows,
  '/api/v2/graphs/changes': changeRows,
  '/api/v2/graphs/edges': edgeRows,
  '/api/v2/graphs/new-ways': newWayRows,
  '/api/v2/graphs/ranking': rankedRows,
};
