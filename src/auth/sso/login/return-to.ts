import { ApiQuery } from '@nestjs/swagger';
import { fault } from '../../../base/errors.js';
import { readSingle, routeInput } from '../../../http/input/route-inputs.js';

export const pagePath = '/ui/';

/** The cookie keeps it. */
const maxLength = 300;

const allowed = `a path of the page, which begins with ${pagePath} and has at most ${maxLength} printable characters`;

/** Where the browser goes after the login: a path of the page, so that no link can send people elsewhere. */
export function QueryReturnTo(): ParameterDecorator {
  const name = 'return_to';
  return routeInput(
    {
      place: 'query',
      names: [name],
      read: (query, faults) => {
        const given = readSingle(query, name, faults);
        if (given === undefined || isOwnPath(given)) return given;
        const message = `${JSON.stringify(given.slice(0, 80))} is not valid; it takes ${allowed}`;
        faults.push(fault('query.invalid_value', `query.${name}`, message));
        return undefined;
      },
    },
    ApiQuery({ name, required: false, description: `Where the browser goes after it: ${allowed}.`, type: String }),
  );
}

/** Browsers take backslashes for slashes, and leave dots out. */
function isOwnPath(text: string): boolean {
  if (text.length > maxLength || !/^\/ui\/[\x21-\x5B\x5D-\x7E]*$/.test(text)) return false;
  const { host, pathname } = new URL(text, 'https://own.invalid');
  return host === 'own.invalid' && pathname.startsWith(pagePath);
}
