import {
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { type ErrorCode, errorCodes } from '../../base/catalogue/error-codes.js';
import { IsOfGraph } from '../input/graph-answers.js';
import { IsQuestion } from '../limits/question.guard.js';
import { SentAsCsv } from '../csv/sent-as-csv.decorator.js';
import { fileType } from '../file-answer.js';
import { describeInputs, routeInputsOf } from '../input/route-inputs.js';
import { type BasisPlace, basisSchemas, notesHeader, schemaWithBasis, StandsOnAnalysis } from '../notes/graph-notes.js';
import { graphTruncatedHeader, graphVersionHeader } from './graph-version.js';

class FaultDto {
  @ApiProperty({
    enum: Object.keys(errorCodes),
    enumName: 'ErrorCode',
    example: 'list.unsortable',
    description: 'Stable, machine-readable. Absent with COMPAT.',
  })
  readonly code!: ErrorCode;

  @ApiProperty({
    description: 'Place of the fault, such as `query.sort_by` or `body.custom_types.Foo.icon.color`.',
    example: 'query.sort_by',
  })
  readonly context!: string;

  @ApiProperty({
    description: 'Says what is wrong and what is accepted. The text may change.',
    example: '"naem" can\'t be sorted by; sortable are name, tag',
  })
  readonly message!: string;
}

class ErrorEnvelopeDto {
  @ApiProperty({ type: 'integer', minimum: 100, maximum: 600 })
  readonly http_status!: number;

  @ApiProperty({ format: 'date-time' })
  readonly timestamp!: string;

  @ApiProperty({ format: 'uuid', description: 'Equals the `X-Request-Id` header.' })
  readonly request_id!: string;

  @ApiProperty({ type: [FaultDto] })
  readonly errors!: FaultDto[];

  @ApiPropertyOptional({ ...basisSchemas.analysed_at, description: 'Of `graph.no_path`: as in other answers.' })
  readonly analysed_at?: Date | null;

  @ApiPropertyOptional({ ...basisSchemas.stale_since, description: 'Of `graph.no_path`: as in other answers.' })
  readonly stale_since?: Date | null;

  @ApiPropertyOptional({ type: [String], description: 'Of `graph.no_path`: as in other answers.' })
  readonly notes?: readonly string[];

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Of `graph.no_path`: as in other answers.',
  })
  readonly unknown_reach?: object;
}

type Schema = NonNullable<Extract<Parameters<typeof ApiResponse>[0], { schema?: unknown }>['schema']>;

/** The body of a success: its schema and the classes that the schema refers to. */
export interface Answer {
  readonly schema: Schema | undefined;
  readonly models: readonly Type[];
  /** Of lists: the class of a row. They are sent as CSV, too. */
  readonly row?: Type;
  /** Bodies of another form by the part of the request that asks for them, such as `type=graph`. */
  readonly others?: Readonly<Record<string, Schema>>;
  /** `application/json` if absent. */
  readonly type?: string;
}

/** Member of a documented answer: its {@link Answer.others} and CSV, by the part of the request that asks for them. */
export const otherForms = 'x-other-forms';

/** `<dto>`, without an envelope. */
export function bare(dto: Type): Answer {
  return { schema: { $ref: getSchemaPath(dto) }, models: [dto] };
}

/** `{ data: <dto> }` */
export function dataOf(dto: Type): Answer {
  return { schema: objectOf({ data: { $ref: getSchemaPath(dto) } }), models: [dto] };
}

/** `{ data: [<dto>, …] }` */
export function dataListOf(dto: Type): Answer {
  return {
    schema: objectOf({ data: { type: 'array', items: { $ref: getSchemaPath(dto) } } }),
    models: [dto],
    row: dto,
  };
}

/** `{ data: { <name>: [<dto>, …] } }` */
export function dataMemberOf(name: string, dto: Type): Answer {
  const list: Schema = { type: 'array', items: { $ref: getSchemaPath(dto) } };
  return { schema: objectOf({ data: objectOf({ [name]: list }) }), models: [dto], row: dto };
}

/** `{ count, skip, limit, …more, data: [<dto>, …] }` */
export function pageOf(dto: Type, more: Readonly<Record<string, Schema>> = {}): Answer {
  const integer: Schema = { type: 'integer', minimum: 0 };
  const data: Schema = { type: 'array', items: { $ref: getSchemaPath(dto) } };
  return {
    schema: objectOf({ count: integer, skip: integer, limit: integer, ...more, data }),
    models: [dto],
    row: dto,
  };
}

/** One of several shapes. The shapes of `oneOf` would have to exclude each other. */
export function anyOf(...answers: readonly Answer[]): Answer {
  const schemas = answers.flatMap(({ schema }) => (schema ? [schema] : []));
  const row = answers.find((answer) => answer.row)?.row;
  const others = Object.fromEntries(answers.flatMap((answer) => Object.entries(answer.others ?? {})));
  return { schema: { anyOf: schemas }, models: answers.flatMap(({ models }) => models), others, ...(row && { row }) };
}

/**
 * Has other forms only if the request asks for them. Generated clients type the main form alone: a union of all forms would make each of
 * its members doubtful.
 * @param others by the part of the request that asks for them, such as `type=graph`
 */
export function withOthers(main: Answer, others: Readonly<Record<string, Answer>>): Answer {
  const answers = Object.entries(others);
  return {
    ...main,
    models: [...main.models, ...answers.flatMap(([, { models }]) => models)],
    others: Object.fromEntries(answers.flatMap(([when, { schema }]) => (schema ? [[when, schema]] : []))),
  };
}

export const noBody: Answer = { schema: undefined, models: [] };

export const fileBody: Answer = { schema: { type: 'string', format: 'binary' }, models: [], type: fileType };

interface OperationDescription {
  readonly summary: string;
  readonly description?: string;
  /** 200 if absent. */
  readonly status?: number;
  readonly answer: Answer;
  /** Whether the answer is from the graph in memory and names its version. */
  readonly isOfGraph?: boolean;
  /** Where the answer says on which analysis it stands; null: it stands on none. By default the body if it is of the graph. */
  readonly basis?: BasisPlace | null;
  /** Error statuses that do not follow from the inputs or credentials, and that not every operation has. */
  readonly errors?: readonly (401 | 404 | 408 | 409 | 412)[];
}

const meanings = {
  400: 'The request is malformed. `errors` lists every fault and its place.',
  401: 'Credentials are absent, wrong or expired.',
  403: 'The principal lacks the permission for this operation.',
  404: 'The resource in the path does not exist.',
  408: 'The body did not arrive in time.',
  409: 'The request conflicts with the stored state.',
  412: 'The resource is another version than the one of `If-Match`.',
  413: 'The body exceeds its limit.',
  415: 'The operation does not accept the type or the encoding of the body.',
  422: 'The `Idempotency-Key` was sent with another request.',
  429: 'Too many requests. Retry after the time in `Retry-After`.',
  431: 'The request line and the headers exceed 16 KiB.',
  500: 'The service failed, or the request timed out.',
  503: 'The database is unavailable, or the graph is not in memory yet. Retry after the time in `Retry-After`.',
  507: 'The disk of uploads or of the database is full.',
} as const;

/** Adds errors to the OpenAPI document, each once. */
export function Failures(...statuses: readonly (keyof typeof meanings)[]): MethodDecorator {
  const schema = { $ref: getSchemaPath(ErrorEnvelopeDto) };
  return (target, key, descriptor) => {
    const handler: unknown = descriptor.value;
    if (typeof handler !== 'function') return;
    ApiExtraModels(ErrorEnvelopeDto)(target, key, descriptor);
    const known: object = Reflect.getMetadata('swagger/apiResponse', handler) ?? {};
    for (const status of new Set(statuses))
      if (!(status in known)) ApiResponse({ status, description: meanings[status], schema })(target, key, descriptor);
  };
}

const preferHeader = ApiHeader({
  name: 'Prefer',
  required: false,
  description:
    'Time limit of the request in seconds, `wait=N`. A larger N than the deployment allows counts as the largest, and `wait=0` as the default; ' +
    '`Preference-Applied` has the limit that applies. `wait=-1` removes the limit, and is refused with 400 unless the deployment allows it (`ALLOW_UNLIMITED_WAIT`). ' +
    'As RFC 7240 has it, the name may be in upper case, the value in quotation marks, and other preferences, which are ignored, before or after a comma; ' +
    'the first `wait` applies.',
  schema: { type: 'string', pattern: '^wait=(-1|[0-9]+)$', default: 'wait=30' },
});

const graphHeaders = {
  [graphVersionHeader]: {
    description:
      'Version of the graph that the answer is from. It grows with each change. While a large change is read into memory, answers are from the former version.',
    schema: { type: 'integer', minimum: 0 },
  },
  [graphTruncatedHeader]: {
    description:
      'Sent if the answer has only a part of a graph, and no member that says so (with `COMPAT=bloodhound`).',
    schema: { type: 'string', pattern: '^true$' },
  },
} as const;

/** The description and the content of a success. */
function success({ schema, row, others = {}, type = 'application/json' }: Answer) {
  const forms = Object.entries(others).map(([when, it]) => [when, { 'application/json': { schema: it } }]);
  const csv = row ? [['Accept: text/csv', { 'text/csv': { schema: { type: 'string' } } }]] : [];
  return {
    description: ['Success.', ...forms.map(formText), ...(row ? [csvText] : [])].join(' '),
    ...(schema && { content: { [type]: { schema } } }),
    ...(forms.length + csv.length > 0 && { [otherForms]: Object.fromEntries([...forms, ...csv]) }),
  };
}

const csvText = 'If `Accept` names `text/csv`, all rows as CSV, or the rows of the page if `limit` is given.';

function formText([when]: readonly unknown[]): string {
  return `With \`${String(when)}\` the body has the form that \`${otherForms}\` states.`;
}

function headersOf(isOfGraph: boolean, basis: BasisPlace | null) {
  return { ...(isOfGraph && graphHeaders), ...(basis && notesHeader) };
}

function withBasis(given: Answer, basis: BasisPlace | null): Answer {
  if (basis !== 'body') return given;
  const { schema, others = {}, ...answer } = given;
  const forms = Object.entries(others).map(([when, form]) => [when, schemaWithBasis(form)] as const);
  return { ...answer, schema: schema && schemaWithBasis(schema), others: Object.fromEntries(forms) };
}

function factsOf(isList: boolean, isOfGraph: boolean): MethodDecorator[] {
  return [...(isList || isOfGraph ? [IsQuestion(true)] : []), ...(isOfGraph ? [IsOfGraph(true)] : [])];
}

/** Describes a handler and its inputs in the OpenAPI document and sets the status of its success. */
export function Operation({
  summary,
  description,
  status = 200,
  answer,
  errors = [],
  isOfGraph = false,
  basis = isOfGraph ? 'body' : null,
}: OperationDescription): MethodDecorator {
  const { row } = answer;
  return applyDecorators(
    // First, because it replaces the handler.
    ...(row ? [SentAsCsv(propertiesOf(row))] : []),
    HttpCode(status),
    ApiOperation({ summary, ...(description && { description }) }),
    ApiExtraModels(...answer.models),
    ApiResponse({ status, headers: headersOf(isOfGraph, basis), ...success(withBasis(answer, basis)) }),
    ...factsOf(row !== undefined, isOfGraph),
    StandsOnAnalysis(basis),
    Failures(400, 429, 431, 500, 503, 507, ...errors),
    inputFailures,
    describeInputs,
    // Last, because generated clients order their parameters as the document does.
    preferHeader,
  );
}

/** A path may name something that does not exist, and a body may be too large or of another type. */
const inputFailures: MethodDecorator = (target, key, descriptor) => {
  const handler: unknown = descriptor.value;
  const inputs = typeof handler === 'function' ? [...routeInputsOf(handler).values()] : [];
  if (inputs.some((it) => it.place === 'path' && !it.isChoice)) Failures(404)(target, key, descriptor);
  if (inputs.some(({ place }) => place === 'body')) Failures(413, 415)(target, key, descriptor);
};

/** Names of the documented properties of a class, in their order. */
function propertiesOf(dto: Type): string[] {
  const names: unknown = Reflect.getMetadata('swagger/apiModelPropertiesArray', dto.prototype);
  return Array.isArray(names) ? names.map((name) => String(name).slice(1)) : [];
}

function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', required: Object.keys(properties), properties: { ...properties } };
}
