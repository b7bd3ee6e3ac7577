/** Returns the values of all cookies of a name, as sent: a browser sends two if their paths or domains differ. */
export function cookiesNamed(name: string, header = ''): string[] {
  return header.split(';').flatMap((pair) => {
    const [, key, value] = /^\s*([^=]*)=(.*?)\s*$/.exec(pair) ?? [];
    return key === name && value !== undefined ? [value] : [];
  });
}
