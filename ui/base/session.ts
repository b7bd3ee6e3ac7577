import { computed, signal } from '@preact/signals';
import { call } from '../api/call.js';
import type { AboutDto, CookieSessionDto, SelfDto } from '../api/schema.js';
import { ApiError, send } from '../api/send.js';
import { loadCustomColours } from './kind-icon.js';
import { forgetRecent } from './recent.js';

export type Permission = SelfDto['permissions'][number];

/** Who uses the page. `unknown` until the service has answered. */
type Session =
  | { readonly state: 'unknown' }
  | { readonly state: 'failed'; readonly error: ApiError }
  /** `self` is the account of a session that has ended; its views stay. */
  | { readonly state: 'out'; readonly self: SelfDto | null }
  | { readonly state: 'expired'; readonly name: string; readonly secret: string }
  | { readonly state: 'in'; readonly self: SelfDto };

export const session = signal<Session>({ state: 'unknown' });
export const about = signal<AboutDto | null>(null);

/** When wrong codes blocked those of the account before this login. */
export const codesBlockedAt = signal<string | null>(null);

/** Grows whenever all answers have to be asked for again. */
export const reloads = signal(0);

export function reload(): void {
  reloads.value = reloads.value + 1;
}

/** The account whose views are shown, also below the login that returns to them. */
export const account = computed(() => {
  const { value } = session;
  return value.state === 'in' || value.state === 'out' ? value.self : null;
});

/** Whether the account has a permission. */
export function may(permission: Permission): boolean {
  return account.value?.permissions.includes(permission) ?? false;
}

/** Whether the account sees all environments. Others have no figures of the whole graph. */
export function seesAll(): boolean {
  return !account.value?.environments;
}

/** The question for the session of the page itself. */
export function ownSessionCall() {
  return call('GET /api/v2/self/sessions', { query: { is_current: ['eq:true'], limit: 1 } });
}

/** Asks who the session belongs to. Never throws. */
export async function openSession(): Promise<void> {
  try {
    const [self, known] = await Promise.all([send(call('GET /api/v2/self')), send(call('GET /api/v2/about'))]);
    about.value = known.answer.data;
    session.value = { state: 'in', self: self.answer.data };
    reload();
    if (self.answer.data.permissions.includes('graph:read') && seesAll()) void loadCustomColours();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) endSession();
    else session.value = { state: 'failed', error };
  }
}

/** Goes on after a login. An expired password has to be changed first. */
export async function enterSession(
  { auth_expired: isExpired, codes_blocked_at: blockedAt }: CookieSessionDto,
  name: string,
  secret: string,
): Promise<void> {
  codesBlockedAt.value = blockedAt;
  if (isExpired) session.value = { state: 'expired', name, secret };
  else await openSession();
}

/** The provider where the session of a person may go on after the logout here. */
export const leftProvider = signal<{ readonly slug: string; readonly name: string } | null>(null);

/** @throws ApiError */
export async function logOut(): Promise<void> {
  const { int32: id, valid } = account.peek()?.sso_provider_id ?? { int32: 0, valid: false };
  const providers = valid ? (await send(call('GET /api/v2/sso-providers'))).answer.data : [];
  leftProvider.value = providers.find((it) => it.id === id && it.type === 'OIDC') ?? null;
  await send(call('DELETE /api/v2/self/session'));
  forgetRecent();
  session.value = { state: 'out', self: null };
}

/** The service no longer knows the session. The views stay below the login, with what has been typed. */
export function endSession(): void {
  session.value = { state: 'out', self: account.peek() };
}
