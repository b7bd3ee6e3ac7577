import { signal } from '@preact/signals';

/** The address of the view: the whole state of the page is in it. */
export interface Address {
  /** Below `/ui`, such as `/o/S-1-5-21-1-513`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

export const base = '/ui';

/** The address of the present view. */
export const address = signal<Address>({ path: '/', query: new URLSearchParams() });
let isOtherView = false;

/** Values by name; an undefined or empty one is left out, a list is repeated. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The address of a view as a link, such as `/ui/o/S-1-5-21-1-513?list=members`. */
export function linkTo(path: string, values: Values = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of [value ?? []].flat()) if (one !== '') query.append(name, one);
  const text = query.toString();
  return base + path + (text === '' ? '' : `?${text}`);
}

/** The link of the present view with other values. */
export function linkWith(values: Values): string {
  const { path, query } = address.value;
  const present: Record<string, string | readonly string[] | undefined> = {};
  for (const name of query.keys()) present[name] = query.getAll(name);
  return linkTo(path, { ...present, ...values });
}

/** @param how `replace` for what Back must not restore step by step, such as typed text */
export function go(link: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(null, '', link);
  else if (link !== location.pathname + location.search) history.pushState(null, '', link);
  read();
}

/** Follows the history, and links of the page without loading it again, in pictures, too. */
export function followAddress(): void {
  addEventListener('popstate', read);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const { origin, pathname, search, hash } = new URL(link?.getAttribute('href') ?? '', location.href);
    const isOwn = origin === location.origin && isOfPage(pathname) && hash === '';
    if (!link || !isOwn || link.hasAttribute('target') || !isPlain(event)) return;
    event.preventDefault();
    go(pathname + search);
  });
  read();
}

function isPlain(event: MouseEvent): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return event.button === 0 && !hasModifier && !event.defaultPrevented;
}

/** Whether the view has changed since the last question, so that its heading receives the focus. */
export function takeOtherView(): boolean {
  const was = isOtherView;
  isOtherView = false;
  return was;
}

function read(): void {
  const path = isOfPage(location.pathname) ? location.pathname.slice(base.length) || '/' : '/';
  const former = address.value.path;
  address.value = { path, query: new URLSearchParams(location.search) };
  if (former !== path && document.readyState === 'complete') isOtherView = true;
}

function isOfPage(path: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

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
