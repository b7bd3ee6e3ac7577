/**
 * Compares a path with a pattern, such as `/data/uploads/:id`.
 * @returns the decoded parts by name, or null if they differ
 */
export function match(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [index, name] of wanted.entries()) {
    const part = decoded(given[index] ?? '');
    if (part === null || (!name.startsWith(':') && name !== part)) return null;
    if (name.startsWith(':')) parts[name.slice(1)] = part;
  }
  return parts;
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
