/** Characters of a password; the upper bound only keeps requests small. */
export const passwordLength = { min: 12, max: 1024 } as const;

export const passwordAllowed = `at least ${passwordLength.min} characters`;

export function isPassword(text: string): boolean {
  return text.length >= passwordLength.min && text.length <= passwordLength.max;
}
