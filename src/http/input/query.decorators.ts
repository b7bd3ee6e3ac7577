import { choice, dateTime, flag, fromQuery, text, texts, together } from './parameters.js';

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
