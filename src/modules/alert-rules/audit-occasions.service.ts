import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '../../auth/accounts/accounts.repository.js';
import type { StoredEntry } from '../../auth/audit/audit.repository.js';
import { AuditService, type NotedEntry } from '../../auth/audit/audit.service.js';
import type { AlertRule } from './alert-rule.js';
import {
  addedAdministratorAlert,
  administratorTokenAlert,
  type Happening,
  inBothForms,
  loginFailuresAlert,
} from './alert-texts.js';
import type { Occasion } from './occasions.js';

type AuditOccasion = Extract<
  Occasion,
  'account.administrator_added' | 'token.created_for_administrator' | 'login.failures'
>;

/** Returns of which occasion an entry may be, by itself; undefined if of none. */
export function occasionOfEntry({ action, outcome, details }: Omit<NotedEntry, 'id'>): AuditOccasion | undefined {
  if (action === 'login.limit') return 'login.failures';
  if (outcome !== 'success') return undefined;
  if (action === 'token.create') return 'token.created_for_administrator';
  const isAdded = details['role'] === 'administrator' && details['former_role'] !== 'administrator';
  return isAdded && (action === 'account.create' || action === 'account.update')
    ? 'account.administrator_added'
    : undefined;
}

/** Finds what rules ask of an entry of the audit log. */
@Injectable()
export class AuditOccasionsService {
  constructor(
    private readonly audit: AuditService,
    private readonly accounts: AccountsRepository,
  ) {}

  entry(id: string): Promise<StoredEntry | undefined> {
    return this.audit.find(id);
  }

  async find(rule: AlertRule, entry: StoredEntry): Promise<readonly Happening[]> {
    if (occasionOfEntry({ ...entry, outcome: 'success' }) !== rule.occasion) return [];
    if (rule.occasion === 'login.failures') return loginFailures(rule, entry);
    const isToken = rule.occasion === 'token.created_for_administrator';
    const id = isToken ? entry.details['user_id'] : (entry.details['id'] ?? entry.resource.split('/')[1]);
    const account = typeof id === 'string' ? await this.accounts.findById(id) : null;
    if (account?.role !== 'administrator') return [];
    const write = isToken ? administratorTokenAlert : addedAdministratorAlert;
    return inBothForms(rule, (shown) => [write(shown, account, entry.accountName)]);
  }
}

function loginFailures(rule: AlertRule, { details }: StoredEntry): readonly Happening[] {
  const what = details['of'] === 'name' ? 'name' : 'address';
  const [value, count] = [String(details['value']), Number(details['failures'])];
  return inBothForms(rule, (shown) => [loginFailuresAlert(shown, what, value, count)]);
}
