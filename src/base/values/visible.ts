/** Replaces characters of file contents that would move the cursor, change colours or reverse the writing direction. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
}
