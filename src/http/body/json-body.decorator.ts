import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { Request } from 'express';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { type Defect, fault, type Fault, faultAt, UnsupportedMediaTypeError } from '../../base/errors.js';
import { routeInput } from '../input/route-inputs.js';
import { checkMembers, loneSurrogates, type MemberRule } from './json-limits.js';
import { decodedBody, mediaType } from './request-body.js';

interface JsonBodyOptions<T = object> {
  /** True if the body may be absent; the parameter is then an empty instance. */
  readonly optional?: boolean;
  /** Largest body; the limit of the deployment if absent. */
  readonly maxBytes?: number;
  /** Adds faults that the rules of the class do not find. Properties that have faults already may have values of any type. */
  readonly check?: (body: T, faults: Fault[]) => void;
}

const jsonTypes: readonly string[] = ['application/json'];

const unknownProperty = {
  code: 'body.unknown_property',
  message: 'this operation does not know the property',
} as const;

/** class-transformer fails on these names or ignores them, so class-validator does not report them as unknown. */
const inheritedProperties: MemberRule = (key) => (key in Object.prototype ? unknownProperty : undefined);

/**
 * The body as an instance of `dto`, validated by its class-validator rules. Properties that the class does not declare are faults.
 * The context of a fault is its path, such as `body.selectors.2.name`.
 */
export function JsonBody<T extends object>(
  dto: ClassConstructor<T>,
  options: JsonBodyOptions<T> = {},
): ParameterDecorator {
  return routeInput(
    { place: 'body', read: (request, faults) => readJsonBody(request, faults, dto, options) },
    ApiBody({ type: dto, required: !options.optional }),
    ApiConsumes('application/json'),
  );
}

/** As {@link JsonBody}, for a body that may have another form. */
export async function readJsonBody<T extends object>(
  request: Request,
  faults: Fault[],
  dto: ClassConstructor<T>,
  { check, ...options }: JsonBodyOptions<T> = {},
): Promise<T | undefined> {
  const value = await readJsonObject(request, faults, options, inheritedProperties);
  if (value) {
    const body = validated(value, dto, 'body', faults, request.state.ignoresUnknownProperties);
    check?.(body, faults);
    return body;
  }
  return options.optional ? new dto() : undefined;
}

/**
 * @param place of the value, such as `body`
 * @param ignoresUnknown whether unknown properties are left out
 */
export function validated<T extends object>(
  value: object,
  dto: ClassConstructor<T>,
  place: string,
  faults: Fault[],
  ignoresUnknown = false,
): T {
  const instance = plainToInstance(dto, value);
  const rules = { whitelist: true, forbidNonWhitelisted: !ignoresUnknown, forbidUnknownValues: true };
  const errors = validateSync(instance, rules);
  faults.push(...errors.flatMap((error) => faultsOf(error, place)));
  return instance;
}

function faultsOf(error: ValidationError, parent: string): Fault[] {
  const context = `${parent}.${error.property}`;
  const rules = Object.entries(error.constraints ?? {});
  if (error.constraints && error.value === undefined)
    return [faultAt(context, missing(Object.values(error.constraints)))];
  const own = rules.map(([rule, message]) => faultAt(context, defectOf(rule, message, error)));
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, context))];
}

/** @param messages of all rules; one may say which values the property takes */
function missing(messages: readonly string[]): Defect {
  const taken = messages.find((message) => message.startsWith('takes '));
  return { code: 'body.missing_property', message: taken === undefined ? 'is required' : `is required; it ${taken}` };
}

function defectOf(rule: string, message: string, { property }: ValidationError): Defect {
  if (rule === 'whitelistValidation') return unknownProperty;
  return {
    code: 'body.invalid_value',
    message: message.startsWith(`${property} `) ? message.slice(property.length + 1) : message,
  };
}

type Schema = NonNullable<Extract<Parameters<typeof ApiBody>[0], { schema?: unknown }>['schema']>;

/**
 * For bodies that no class can declare, such as maps with free keys. `read` validates the JSON object and returns the parameter.
 * @param types accepted media types
 */
export function JsonBodyAs(
  read: (body: object, faults: Fault[]) => unknown,
  schema: Schema,
  types: readonly string[] = jsonTypes,
): ParameterDecorator {
  return routeInput(
    {
      place: 'body',
      read: async (request, faults) => {
        const body = await readJsonObject(request, faults, { types });
        return body && read(body, faults);
      },
    },
    ApiBody({ required: true, schema }),
    ApiConsumes(...types),
  );
}

/**
 * Reads the JSON object of a body.
 * @param rule checks each member at any depth
 * @returns undefined if the body is empty or has a fault. An empty body is a fault unless it is optional.
 * @throws UnsupportedMediaTypeError if the body is not declared as JSON
 */
async function readJsonObject(
  request: Request,
  faults: Fault[],
  { optional = false, maxBytes, types = jsonTypes }: JsonBodyOptions & { readonly types?: readonly string[] },
  rule?: MemberRule,
): Promise<object | undefined> {
  const bytes = await decodedBody(request, maxBytes);
  if (bytes.length === 0) {
    if (!optional) faults.push(fault('body.missing', 'body', 'the body is empty; it takes a JSON object'));
    return undefined;
  }
  requireJson(request, types);
  const value = parsed(bytes, 'body', faults, rule);
  if (!value) return undefined;
  const body = request.state.reshapeBody?.(value) ?? value;
  if (!Array.isArray(body)) return body;
  faults.push(fault('body.invalid_value', 'body', 'the body is not a JSON object'));
  return undefined;
}

function requireJson(request: Request, types: readonly string[]): void {
  if (types.includes(mediaType(request) ?? '')) return;
  const type = request.headers['content-type'];
  const given = type === undefined ? 'no type is given' : `${JSON.stringify(type)} is not supported`;
  throw new UnsupportedMediaTypeError('body.unsupported_type', `${given}; it takes ${types.join(' or ')}`);
}

/**
 * Parses a JSON object or array.
 * @param place of the text, such as `body`
 * @param rule checks each member at any depth
 * @returns undefined if it has a fault
 */
export function parsed(bytes: Buffer, place: string, faults: Fault[], rule?: MemberRule): object | undefined {
  const whole: MemberRule = (key, member) => loneSurrogates(key, member) ?? rule?.(key, member);
  const what = place === 'body' ? 'the body' : 'the file';
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null)
      return checkMembers(value, whole, faults, place) ? value : undefined;
    faults.push(fault('body.invalid_value', place, `${what} is not a JSON object`));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    faults.push(fault('body.invalid_json', place, `${what} is not valid JSON: ${reason}`));
  }
  return undefined;
}
