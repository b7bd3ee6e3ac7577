import { type ClassConstructor, plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import type { Request } from 'express';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { Defect, Fault } from '../../base/errors.js';
import { routeInput } from '../input/route-inputs.js';
import type { MemberRule } from './json-limits.js';
import { readJsonObject } from './json-object.js';

export interface JsonBodyOptions {
  /** The body may be absent; the parameter is then an empty instance. */
  readonly optional?: boolean;
  /** Largest body; that of the deployment unless given. */
  readonly maxBytes?: number;
}

const unknownProperty = {
  code: 'body.unknown_property',
  message: 'this operation does not know the property',
} as const;

/** class-transformer fails on these names or ignores them, so the check for unknown properties never sees them. */
const inheritedProperties: MemberRule = (key) => (key in Object.prototype ? unknownProperty : undefined);

/**
 * The body as an instance of `dto`, checked by its class-validator rules. Properties that the class does not declare are faults.
 * Faults name their place: `body.selectors.2.name`.
 */
export function JsonBody<T extends object>(
  dto: ClassConstructor<T>,
  options: JsonBodyOptions = {},
): ParameterDecorator {
  return routeInput(
    { place: 'body', read: (request, faults) => readJsonBody(request, faults, dto, options) },
    ApiBody({ type: dto, required: !options.optional }),
    ApiConsumes('application/json'),
  );
}

async function readJsonBody<T extends object>(
  request: Request,
  faults: Fault[],
  dto: ClassConstructor<T>,
  options: JsonBodyOptions,
): Promise<T | undefined> {
  const value = await readJsonObject(request, faults, { ...options, rule: inheritedProperties });
  if (value) return validate(value, dto, faults);
  return options.optional ? new dto() : undefined;
}

function validate<T extends object>(value: object, dto: ClassConstructor<T>, faults: Fault[]): T {
  const instance = plainToInstance(dto, value);
  const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });
  faults.push(...errors.flatMap((error) => faultsOf(error, 'body')));
  return instance;
}

function faultsOf(error: ValidationError, parent: string): Fault[] {
  const context = `${parent}.${error.property}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
    ...defectOf(rule, message, error),
    context,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, context))];
}

function defectOf(rule: string, message: string, { property, value }: ValidationError): Defect {
  if (rule === 'whitelistValidation') return unknownProperty;
  return {
    code: value === undefined ? 'body.missing_property' : 'body.invalid_value',
    message: message.startsWith(`${property} `) ? message.slice(property.length + 1) : message,
  };
}
