import { ApiHeader, ApiParam } from '@nestjs/swagger';
import { uuid, uuidAllowed } from '../../base/values/uuid.js';
import { parameterText } from './parameter-text.js';
import { maxInt32 } from './rules.js';
import { routeInput } from './route-inputs.js';
import { fault, type Fault } from '../../base/errors.js';

interface Schema {
  readonly type: 'integer' | 'string';
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: string[];
}

interface PathKind<T> {
  readonly schema: Schema;
  readonly allowed: string;
  /** Returns the value, or undefined if the text is invalid. */
  readonly read: (text: string) => T | undefined;
}

function integer(format: 'int32' | 'int64', maximum: number): PathKind<number> {
  const digits = String(maximum).length;
  return {
    schema: { type: 'integer', format, minimum: 1, maximum },
    allowed: `an integer from 1 to ${maximum}`,
    read: (text) => {
      const number = text.length <= digits && /^\d+$/.test(text) ? Number(text) : 0;
      return number >= 1 && number <= maximum ? number : undefined;
    },
  };
}

const uuidKind: PathKind<string> = {
  schema: { type: 'string', format: 'uuid' },
  allowed: uuidAllowed,
  read: (text) => (uuid.test(text) ? text.toLowerCase() : undefined),
};

const textKind: PathKind<string> = {
  ...parameterText,
  read: (value) => (parameterText.accepts(value) ? value : undefined),
};

function pathParameter<T>(kind: PathKind<T>): (name: string, description: string) => ParameterDecorator {
  return (name, description) =>
    routeInput(
      {
        place: 'path',
        isChoice: kind.schema.enum !== undefined,
        read: (request, faults) => {
          const given = request.params[name];
          const value = typeof given === 'string' ? kind.read(given) : undefined;
          if (value === undefined) {
            faults.push(
              fault(
                'path.invalid_value',
                `path.${name}`,
                `${JSON.stringify(given)} is not valid; it takes ${kind.allowed}`,
              ),
            );
          }
          return value;
        },
      },
      ApiParam({ name, description, required: true, schema: kind.schema }),
    );
}

/** A path parameter: an identifier of 32 bits. */
export const PathInt = pathParameter(integer('int32', maxInt32));
/** A path parameter: an identifier that JSON can carry as a number. */
export const PathLong = pathParameter(integer('int64', Number.MAX_SAFE_INTEGER));
/** A path parameter: a UUID, converted to lower case. */
export const PathUuid = pathParameter(uuidKind);
/** A path parameter: a text, such as a name or an object identifier. */
export const PathText = pathParameter(textKind);

/** A path parameter: one of a few words, converted to its value. */
export function PathChoice(
  name: string,
  choices: ReadonlyMap<string, unknown>,
  description: string,
): ParameterDecorator {
  const words = [...choices.keys()];
  const allowed = `one of ${words.join(', ')}`;
  return pathParameter({ schema: { type: 'string', enum: words }, allowed, read: (text) => choices.get(text) })(
    name,
    description,
  );
}

const longest = 255;
// oxlint-disable-next-line no-control-regex -- they are refused
const control = /[\0-\x1f\x7f-\x9f]/;

/** An optional header: 1 to 255 characters in UTF-8, without control characters. */
export function HeaderText(name: string, description: string): ParameterDecorator {
  return routeInput(
    {
      place: 'header',
      read: ({ headers }, faults) => {
        const given = headers[name.toLowerCase()];
        return given === undefined ? undefined : textOf(name, given, faults);
      },
    },
    ApiHeader({ name, description, required: false, schema: { type: 'string', minLength: 1, maxLength: longest } }),
  );
}

function textOf(name: string, given: string | string[], faults: Fault[]): string | undefined {
  // Node decodes each byte of a header to one character.
  const bytes = Buffer.from(Array.isArray(given) ? given.join(', ') : given, 'latin1');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    if (text.length > 0 && text.length <= longest && !control.test(text)) return text;
  } catch {
    // Not UTF-8: refused below.
  }
  const takes = `a text of 1 to ${longest} characters in UTF-8, without control characters`;
  faults.push(fault('header.invalid_value', `header.${name}`, `is not valid; it takes ${takes}`));
  return undefined;
}
