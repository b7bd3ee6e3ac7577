import { ApiHeader } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { routeInput } from './route-inputs.js';

const longest = 255;
// oxlint-disable-next-line no-control-regex -- they are what is refused
const control = /[\0-\x1f\x7f-\x9f]/;

/** A header that may be absent: a text of 1 to 255 characters in UTF-8, without control characters. */
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
  // Node gives each byte as a character.
  const bytes = Buffer.from(Array.isArray(given) ? given.join(', ') : given, 'latin1');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    if (text.length > 0 && text.length <= longest && !control.test(text)) return text;
  } catch {
    // It is not UTF-8, which is said below.
  }
  const takes = `a text of 1 to ${longest} characters in UTF-8, without control characters`;
  faults.push({ code: 'header.invalid_value', context: `header.${name}`, message: `is not valid; it takes ${takes}` });
  return undefined;
}
