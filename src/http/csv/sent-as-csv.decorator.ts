import type { Request } from 'express';
import { OverloadedError, TooManyQuestionsError } from '../../base/errors.js';
import {
  currentScope,
  runInScope,
  runWithoutScope,
  type RequestScope,
  Snapshot,
} from '../../base/scope/request-scope.js';
import { JsonText } from '../json-text.js';
import { queryParameters, routeInput } from '../input/route-inputs.js';
import type { Page } from '../list/list-description.js';
import { CsvBody, rowsOf } from './csv-body.js';
import { wantsCsv } from './wants-csv.js';

/** Rows that are read at once. */
const pageSize = 2000;

/** A list of fewer rows is sent beside long ones. More would be read in vain of a list that is refused. */
const shortList = 100;

/** Lists of several pages that are sent at the same time: to all, and to one principal. Each keeps a connection to the database. */
const maxLongLists = 4;
const maxPerPrincipal = 2;
const retrySeconds = 5;
/** The principal of each. */
const longLists = new Map<Snapshot, string>();

/** What a request for CSV asks for. */
class AskedCsv {
  /** @param isWhole all pages, because no limit is given */
  constructor(readonly isWhole: boolean) {}
}

function readAsked(request: Request): AskedCsv | undefined {
  request.res?.vary('Accept');
  if (!wantsCsv(request)) return undefined;
  return new AskedCsv(!queryParameters(request.url).some(([name]) => name === 'limit'));
}

/**
 * Sends a list as CSV if the client prefers that: calls the handler of the list once for each page and passes the pages on as they are
 * read. All pages are of one state of the database and the graph. It is no interceptor, because one costs a sixth of the CPU of a short
 * list, whether or not it is sent as CSV.
 * @param columns of a list without rows
 */
export function SentAsCsv(columns: readonly string[]): MethodDecorator {
  return (target, key, descriptor) => {
    const handler: unknown = descriptor.value;
    if (typeof handler !== 'function') return;
    const place = handler.length;
    routeInput({ place: 'header', read: readAsked })(target, key, place);
    const pageOrCsv = function (this: unknown, ...args: unknown[]): unknown {
      const asked = args[place];
      const ask: Ask = (given) => Reflect.apply(handler, this, given);
      return asked instanceof AskedCsv ? new CsvBody(pagesOf(args, ask, asked), columns) : ask(args);
    };
    for (const name of Reflect.getMetadataKeys(handler))
      Reflect.defineMetadata(name, Reflect.getMetadata(name, handler), pageOrCsv);
    Object.defineProperty(pageOrCsv, 'name', { value: handler.name });
    Reflect.set(descriptor, 'value', pageOrCsv);
  };
}

/** Calls a handler. */
type Ask = (args: readonly unknown[]) => unknown;

async function* pagesOf(
  args: readonly unknown[],
  ask: Ask,
  { isWhole }: AskedCsv,
): AsyncGenerator<unknown, void, undefined> {
  const place = args.findIndex((arg) => pageIn(arg) !== undefined);
  const list = pageIn(args[place]);
  const snapshot = new Snapshot();
  const scope = scopeWith(snapshot);
  const answerTo = async (given: readonly unknown[]) => {
    const answer = await runInScope(scope, () => ask(given));
    return answer instanceof JsonText ? JSON.parse(answer.take()) : answer;
  };
  try {
    if (list && isWhole)
      yield* allPages(list, (page) => answerTo(args.with(place, withPage(args[place], page))), snapshot);
    else yield await answerTo(args);
  } finally {
    await endOf(snapshot);
  }
}

async function* allPages(
  list: Page,
  ask: (page: Page) => Promise<unknown>,
  snapshot: Snapshot,
): AsyncGenerator<unknown, void, undefined> {
  let isLast = false;
  for (
    let { skip } = list, limit = refusal(snapshot) ? shortList : pageSize;
    !isLast;
    skip += limit, limit = pageSize
  ) {
    const page = await ask({ skip, limit });
    isLast = (rowsOf(page)?.length ?? 0) < limit;
    if (isLast) await endOf(snapshot);
    else keepOpen(snapshot);
    yield page;
  }
}

/** @throws TooManyQuestionsError, OverloadedError if too many long lists are being sent */
function keepOpen(snapshot: Snapshot): void {
  const error = refusal(snapshot);
  if (error) throw error;
  longLists.set(snapshot, principal());
}

/** Why this list may not be long. */
function refusal(snapshot: Snapshot): TooManyQuestionsError | OverloadedError | null {
  if (longLists.has(snapshot)) return null;
  const ofPrincipal = [...longLists.values()].filter((it) => it === principal());
  if (ofPrincipal.length >= maxPerPrincipal)
    return new TooManyQuestionsError(`${maxPerPrincipal} long lists are being sent to you as CSV`, retrySeconds);
  if (longLists.size >= maxLongLists)
    return new OverloadedError('too many long lists are being sent as CSV', retrySeconds);
  return null;
}

function principal(): string {
  return currentScope()?.question?.asker ?? '';
}

/** The request may have ended, which cancels statements of its scope. */
async function endOf(snapshot: Snapshot): Promise<void> {
  longLists.delete(snapshot);
  await runWithoutScope(() => snapshot.end());
}

/** The page in an argument of a handler: it has `skip` and `limit`, or a `page` with them. */
function pageIn(input: unknown): Page | undefined {
  if (isPage(input)) return input;
  return typeof input === 'object' && input !== null && 'page' in input && isPage(input.page) ? input.page : undefined;
}

function withPage(input: unknown, page: Page): unknown {
  if (typeof input !== 'object' || input === null) return input;
  return 'page' in input && isPage(input.page) ? { ...input, page: { ...input.page, ...page } } : { ...input, ...page };
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'skip' in value && 'limit' in value;
}

function scopeWith(snapshot: Snapshot): RequestScope {
  const scope = currentScope();
  if (!scope) throw new Error('a request has a scope');
  return { ...scope, snapshot };
}
