/** A text in a path or a query, such as an object id. PostgreSQL refuses the NUL character. */
export const parameterText = {
  schema: { type: 'string', minLength: 1, maxLength: 1024 },
  allowed: 'a text of 1 to 1024 characters without control characters',
  // oxlint-disable-next-line no-control-regex -- they are refused
  accepts: (text: string) => /^[^\0-\x1f\x7f]{1,1024}$/u.test(text),
} as const;

const trueWords = ['t', 'T', 'TRUE', 'true', 'True'];
const words = [...trueWords, 'f', 'F', 'FALSE', 'false', 'False'];

/** A boolean in a query. */
export const flagText = {
  pattern: words.join('|'),
  allowed: `one of ${words.join(', ')}`,
  accepts: (text: string) => words.includes(text),
  isTrue: (text: string) => trueWords.includes(text),
} as const;
