import { expect } from '@jest/globals';
import { Controller, Get, Post } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsString, Max, Min, ValidateNested } from 'class-validator';
import { type HttpApp, httpApp } from '../../test/support/http-app.js';
import { ConflictError, UnauthenticatedError } from '../base/errors.js';
import { JsonBody } from './body/json-body.decorator.js';
import { MultipartBody, type MultipartParts } from './body/raw-body.decorators.js';
import { PathInt, PathText } from './input/path.decorators.js';
import { dateTime, fromQuery } from './input/parameters.js';
import { QueryChoice } from './input/query.decorators.js';
import { JsonText } from './json-text.js';
import { column, describeList, type ListRequest } from './list/list-description.js';
import { ListQuery } from './list/list-query.decorator.js';

class PartDto {
  @IsInt()
  @Min(1)
  @Max(9)
  readonly size!: number;
}

class ThingDto {
  @IsString()
  readonly name!: string;

  @ValidateNested({ each: true })
  @Type(() => PartDto)
  readonly parts!: PartDto[];
}

const things = describeList({
  columns: { id: column.integer('id', 'sort', 'filter') },
  defaultSort: ['id'],
  tieBreaker: 'id',
});

/** One handler for each convention of `src/http`. */
@Controller('things')
export class ThingsController {
  @Get()
  list(@ListQuery(things) request: ListRequest): ListRequest {
    return request;
  }

  @Get('text')
  text(): JsonText {
    return new JsonText('{"made":"elsewhere"}');
  }

  @Get('umlaut')
  umlaut(): JsonText {
    return JsonText.singleUse('{"name":"Jürgen 😀"}');
  }

  @Get('large')
  large(): { text: string } {
    return { text: 'x'.repeat(40_000) };
  }

  @Get('slow')
  async slow(): Promise<object> {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return {};
  }

  @Get('taken')
  taken(): never {
    throw ConflictError.at('resource.name_taken', 'body.name', 'is in use');
  }

  @Get('closed')
  closed(): never {
    throw new UnauthenticatedError('nobody is known here');
  }

  @Get('broken')
  broken(): never {
    throw new Error('the password is hunter2');
  }

  @Get('since')
  since(
    @fromQuery(dateTime('start', '')) start: Date | undefined,
    @QueryChoice('type', ['list', 'graph'], 'list', '') type: string,
  ): object {
    return { start: start ?? null, type };
  }

  @Get('named/:name')
  named(@PathText('name', '') name: string): object {
    return { name };
  }

  @Post('slow')
  async makeSlowly(@JsonBody(ThingDto) _body: ThingDto): Promise<object> {
    return this.slow();
  }

  @Post(':id')
  make(
    @PathInt('id', '') id: number,
    @ListQuery(things) _request: ListRequest,
    @JsonBody(ThingDto) body: ThingDto,
  ): object {
    return { id, body };
  }

  @Post('parts/upload')
  upload(@MultipartBody({ name: 'a name', file: 'a file' }) parts: MultipartParts<'name' | 'file'>): object {
    return { name: parts.name.toString(), file: parts.file.toString() };
  }
}

/** An app with small bodies and short time limits. */
export function thingsApp(): Promise<HttpApp> {
  return httpApp([ThingsController], [], { MAX_BODY_BYTES: '2000', MAX_WAIT: '1' });
}

/** Expects an error envelope with exactly these faults. */
export async function expectFaults(response: Response, status: number, errors: readonly object[]): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual({
    http_status: status,
    timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    request_id: response.headers.get('x-request-id'),
    errors,
  });
}
