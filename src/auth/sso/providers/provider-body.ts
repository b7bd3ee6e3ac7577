import type { Request } from 'express';
import { ApiBody, ApiConsumes, ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { fault, type Fault } from '../../../base/errors.js';
import { readJsonBody, validated } from '../../../http/body/json-body.decorator.js';
import {
  isMultipart,
  type MultipartParts,
  multipartSchema,
  readMultipart,
} from '../../../http/body/raw-body.decorators.js';
import { routeInput } from '../../../http/input/route-inputs.js';
import { type ProviderConfigRequest, UpdateProviderRequest } from './sso-providers.request.dto.js';

/** The parts of a form with their descriptions. */
export const samlProviderParts = {
  name: 'Name of the provider, for people.',
  metadata: 'SAML 2.0 metadata of the identity provider (XML).',
};

/** JSON has no place in a form, so each value has a part. */
export const autoProvisionParts = {
  'config.auto_provision.enabled':
    '`true` or `false`: whether the first login of an unknown person creates an account.',
  'config.auto_provision.default_role_id': 'Number of the role of accounts without another one.',
  'config.auto_provision.role_provision': '`true` or `false`: whether the provider decides the role.',
};

export type SamlProviderParts = MultipartParts<keyof typeof samlProviderParts> &
  Partial<MultipartParts<keyof typeof autoProvisionParts>>;

/** New metadata keeps its bytes, because it may be in UTF-16. */
export interface ProviderChangesBody {
  readonly body: UpdateProviderRequest;
  readonly metadata: Buffer | undefined;
}

const allParts = { ...samlProviderParts, ...autoProvisionParts };

/** The changes of a provider: JSON, or a form as for the creation of a SAML provider, each part optional. */
export function ProviderChanges(): ParameterDecorator {
  return routeInput(
    { place: 'body', read: readChanges },
    ApiExtraModels(UpdateProviderRequest),
    ApiConsumes('application/json', 'multipart/form-data'),
    ApiBody({
      required: true,
      schema: { anyOf: [{ $ref: getSchemaPath(UpdateProviderRequest) }, multipartSchema([], allParts)] },
    }),
  );
}

async function readChanges(request: Request, faults: Fault[]): Promise<ProviderChangesBody | undefined> {
  if (!isMultipart(request)) {
    const body = await readJsonBody(request, faults, UpdateProviderRequest);
    return body && { body, metadata: body.metadata === undefined ? undefined : Buffer.from(body.metadata) };
  }
  const parts: Partial<SamlProviderParts> = await readMultipart(request, faults, [], Object.keys(allParts));
  const config = readAutoProvision(parts, faults);
  const value = { ...(parts.name && { name: parts.name.toString('utf8') }), ...(config && { config }) };
  return { body: validated(value, UpdateProviderRequest, 'body', faults), metadata: parts.metadata };
}

/** @returns undefined if the form has none of the parts */
export function readAutoProvision(
  parts: Partial<SamlProviderParts>,
  faults: Fault[],
): ProviderConfigRequest | undefined {
  const texts = Object.keys(autoProvisionParts).map((name) => [name, textOf(parts, name)] as const);
  if (texts.every(([, text]) => text === undefined)) return undefined;
  const [enabled, roleId, roles] = texts;
  const auto = {
    ...given('enabled', flag(enabled, faults)),
    ...given('default_role_id', number(roleId, faults)),
    ...given('role_provision', flag(roles, faults)),
  };
  return { auto_provision: auto };
}

type PartText = readonly [name: string, text: string | undefined] | undefined;

function textOf(parts: Partial<Readonly<Record<string, Buffer>>>, name: string): string | undefined {
  return parts[name]?.toString('utf8').trim();
}

function given(name: string, value: unknown): object {
  return value === undefined ? {} : { [name]: value };
}

function flag(part: PartText, faults: Fault[]): boolean | undefined {
  return read(part, faults, /^(?:true|false)$/, 'true or false') ? part?.[1] === 'true' : undefined;
}

function number(part: PartText, faults: Fault[]): number | undefined {
  return read(part, faults, /^\d{1,9}$/, 'the number of a role') ? Number(part?.[1]) : undefined;
}

/** @returns whether there is a value without a fault */
function read(part: PartText, faults: Fault[], accepted: RegExp, expected: string): boolean {
  const [name = '', text] = part ?? [];
  if (text === undefined) return false;
  if (accepted.test(text)) return true;
  const message = `${JSON.stringify(text.slice(0, 80))} is not valid; it takes ${expected}`;
  faults.push(fault('body.invalid_value', `body.${name}`, message));
  return false;
}
