/** Names and texts out of files must not move the cursor of a terminal, colour it, or turn the direction of writing. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '\uFFFD');
}
