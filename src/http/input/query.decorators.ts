import { ApiQuery } from '@nestjs/swagger';
import { choice, dateTime, flag, fromQuery, text, texts, together } from './parameters.js';
import { type QueryParameters, routeInput } from './route-inputs.js';

/** One of a few words; `byDefault` if absent. */
export function QueryChoice<T extends string>(...words: Parameters<typeof choice<T>>): ParameterDecorator {
  return fromQuery(choice(...words));
}

/** A text that must be given, such as an object id. */
export function QueryText(name: string, description: string): ParameterDecorator {
  return fromQuery(text(name, description));
}

/** A range of time. Either end may be absent; see `timeRange`. */
export function QueryRange(start = 'start', end = 'end'): ParameterDecorator {
  return fromQuery(
    together({
      start: dateTime(start, 'Start of the range, inclusive. The default is now minus 30 days.'),
      end: dateTime(end, 'End of the range, exclusive. The default is now.'),
    }),
  );
}

/** A text that may be given several times; an empty list if absent. */
export function QueryTexts(name: string, description: string): ParameterDecorator {
  return fromQuery(texts(name, description));
}

/** A boolean; `byDefault` if absent. */
export function QueryFlag(name: string, byDefault: boolean, description: string): ParameterDecorator {
  return fromQuery(flag(name, byDefault, description));
}

/** The parameters of a caller whose query is its own, of several of one name the first. @param known descriptions by name */
export function OpenQuery(known: Readonly<Record<string, string>>): ParameterDecorator {
  const names = Object.keys(known);
  const described = names.map((name) =>
    ApiQuery({ name, required: false, description: known[name] ?? '', type: String }),
  );
  return routeInput({ place: 'query', names, isOpen: true, read: firstOfEach }, ...described);
}

function firstOfEach(query: QueryParameters): Record<string, string> {
  return Object.fromEntries(query.toReversed());
}
