/** Objects that this browser has shown lately. They are forgotten at logout. */
export interface Recent {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

const MOST = 10;

export function recentObjects(): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem('recent') ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function noteRecent(object: Recent): void {
  const others = recentObjects().filter(({ id }) => id !== object.id);
  localStorage.setItem('recent', JSON.stringify([object, ...others].slice(0, MOST)));
}

export function forgetRecent(): void {
  localStorage.removeItem('recent');
}

function isRecent(it: unknown): it is Recent {
  return typeof it === 'object' && it !== null && 'id' in it && 'name' in it && 'kind' in it;
}
