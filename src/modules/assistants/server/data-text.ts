/** Characters that readers do not see: marks of direction, joiners, tags. Names may hide instructions in them. */
const unseen =
  /[\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u115F\u1160\u3164\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]|\u034F|[\uFE00-\uFE0F]/gu;

const escapeOf = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

interface Shown<T> {
  /** JSON in one line: texts stay inside of quotation marks. */
  readonly text: string;
  readonly value: T;
}

/** A value of the graph, in whose texts unseen characters are written as escapes. */
export function shown<T>(value: T): Shown<T> {
  const json = JSON.stringify(value);
  return {
    text: json.replaceAll(unseen, escapeOf),
    value: JSON.parse(json.replaceAll(unseen, (it) => escapeOf(it).replaceAll('\\', '\\\\'))),
  };
}
