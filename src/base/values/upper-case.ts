/**
 * Returns a text in upper case as a directory writes it: letter by letter, so that its length stays. A letter whose upper case has several
 * letters is kept, such as ß.
 */
export function upperCase(text: string): string {
  const upper = text.toUpperCase();
  if (upper.length === text.length) return upper;
  return Array.from(text, (letter) => {
    const one = letter.toUpperCase();
    return one.length === letter.length ? one : letter;
  }).join('');
}
