/** What has been entered in the control of this name; an empty text if there is none. */
export function enteredText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
