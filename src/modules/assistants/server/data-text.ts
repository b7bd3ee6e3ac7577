/** Characters that readers do not see: marks of direction, joiners, tags. Names may hide instructions in them. */
const unseen = /[\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E0FFF}]/gu;

/** JSON in one line. Texts of the graph stay inside of quotation marks, with unseen characters written as escapes. */
export function dataText(value: unknown): string {
  return JSON.stringify(value).replaceAll(unseen, (it) =>
    Array.from({ length: it.length }, (_, at) => `\\u${it.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
