import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { InvalidInputError, KeyInProgressError, KeyOfOtherRequestError, SecretShownError } from '../../base/errors.js';
import { runWithoutScope } from '../../base/scope/request-scope.js';
import { wireBody } from '../../http/body/request-body.js';
import { JsonText } from '../../http/json-text.js';
import { Failures } from '../../http/openapi/operation.decorator.js';
import type { Principal } from '../principal.js';
import { type KeyedRequest, KeyedRequestsRepository } from './keyed-requests.repository.js';

/** What an earlier request created, and who repeats it. */
interface Repetition {
  /** The ids of the created rows. */
  readonly ids: readonly string[];
  readonly caller: Principal;
  readonly params: Request['params'];
}

/** Reads the rows as they are now, by the controller of the POST. */
type ReadRows = (controller: never, repetition: Repetition) => Promise<object>;

interface Rows {
  /** Absent if the answer shows a secret, which is not kept. */
  readonly read?: ReadRows;
  /** The property of a row that names it. */
  readonly id: string;
}

const CreatedRows = Reflector.createDecorator<Rows>();

const keyForm = /^[\x21-\x7e]{1,255}$/;

@Injectable()
class RepeatedRequests implements NestInterceptor {
  constructor(
    private readonly requests: KeyedRequestsRepository,
    private readonly modules: ModuleRef,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const key = request.headers['idempotency-key'];
    const { user, method, originalUrl, params } = request;
    if (key === undefined || !user) return next.handle();
    if (typeof key !== 'string' || !keyForm.test(key))
      throw InvalidInputError.at(
        'header.invalid_value',
        'header.Idempotency-Key',
        'takes 1 to 255 printable characters of ASCII without spaces, such as a UUID',
      );
    const { id, read } = new Reflector().get(CreatedRows, context.getHandler());
    const keyed = { caller: user.id, key, content: [method, originalUrl, await wireBody(request)] };
    const former = await this.requests.claim(keyed);
    if (!former) return of(await this.first(keyed, id, next));
    if (!former.isSame) throw new KeyOfOtherRequestError('this key was sent with another request; use a new one');
    if (!former.created)
      throw new KeyInProgressError('the first request with this key is in progress; try again in 1 s', 1);
    if (!read) throw new SecretShownError(`this key created ${former.created.join(', ')}, whose secret was shown then`);
    const controller: never = this.modules.get(context.getClass<never>(), { strict: false });
    return of(await read(controller, { ids: former.created, caller: user, params }));
  }

  private async first(keyed: KeyedRequest, id: string, next: CallHandler): Promise<unknown> {
    const answer: unknown = await lastValueFrom(next.handle()).catch(async (error: unknown) => {
      await runWithoutScope(() => this.requests.release(keyed));
      throw error;
    });
    await runWithoutScope(() => this.requests.finish(keyed, createdIn(answer, id)));
    return answer;
  }
}

/** The ids of the rows of an answer. */
function createdIn(answer: unknown, id: string): string[] {
  const { data }: { data: unknown } = JSON.parse(answer instanceof JsonText ? answer.text : JSON.stringify(answer));
  return [data].flat().map((row) => String(Reflect.get(Object(row), id)));
}

function repeatable(rows: Rows): MethodDecorator {
  return applyDecorators(
    CreatedRows(rows),
    UseInterceptors(RepeatedRequests),
    Failures(409, 422),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Any text, such as a UUID. For 24 hours, the same request with the same key creates nothing more: ' +
        (rows.read
          ? 'it has the same status and shows what was created as it is now.'
          : 'it is 409 and names what was created.'),
      schema: { type: 'string', pattern: String(keyForm).slice(1, -1) },
    }),
  );
}

/** A POST that creates rows. A client may repeat it with its `Idempotency-Key`, and creates them once. */
export function Repeatable(read: ReadRows, id = 'id'): MethodDecorator {
  return repeatable({ read, id });
}

/** A {@link Repeatable} POST whose answer shows a secret. */
export const RepeatableWithSecret = (): MethodDecorator => repeatable({ id: 'id' });
