import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { firstValueFrom, type Observable, of } from 'rxjs';
import { OverloadedError, TooManyQuestionsError } from '../../base/errors.js';
import {
  currentScope,
  runInScope,
  runWithoutScope,
  type RequestScope,
  Snapshot,
} from '../../base/scope/request-scope.js';
import { JsonText } from '../json-text.js';
import { queryParameters } from '../input/route-inputs.js';
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

/**
 * Sends a list as CSV if the client prefers that: calls the handler of the list once for each page and passes the pages on as they are
 * read. All pages are of one state of the database and the graph.
 */
export class CsvInterceptor implements NestInterceptor {
  /** @param columns of a list without rows */
  constructor(private readonly columns: readonly string[]) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    context.switchToHttp().getResponse<Response>().vary('Accept');
    return wantsCsv(request) ? of(new CsvBody(pagesOf(request, next), this.columns)) : next.handle();
  }
}

async function* pagesOf(request: Request, next: CallHandler): AsyncGenerator<unknown, void, undefined> {
  const { inputs } = request.state;
  const place = inputs.findIndex((input) => pageIn(input) !== undefined);
  const list = pageIn(inputs[place]);
  const snapshot = new Snapshot();
  const scope = scopeWith(snapshot);
  const ask = async (page?: Page) => {
    if (page) request.state.inputs = inputs.with(place, withPage(inputs[place], page));
    const answer: unknown = await runInScope(scope, () => firstValueFrom(next.handle()));
    return answer instanceof JsonText ? JSON.parse(answer.take()) : answer;
  };
  const hasLimit = queryParameters(request.url).some(([name]) => name === 'limit');
  try {
    if (list && !hasLimit) yield* allPages(list, ask, snapshot);
    else yield await ask();
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

/** The page in an input of a handler: the input has `skip` and `limit`, or it has a `page` with them. */
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
