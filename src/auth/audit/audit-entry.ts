import type { Transaction } from '../../database/transaction.js';

/** The actions in the audit log. The database contains these names, so a new version must keep them. */
export const auditActions = [
  'account.create',
  'account.update',
  'account.delete',
  'analysis.request',
  'asset_group.create',
  'asset_group.update',
  'asset_group.delete',
  'asset_group.selectors',
  'asset_group_selector.create',
  'asset_group_selector.delete',
  'asset_group_selector.update',
  'client.create',
  'client.delete',
  'client.token',
  'client.update',
  'custom_node.create',
  'custom_node.update',
  'custom_node.delete',
  'event.create',
  'event.delete',
  'event.update',
  'extension.delete',
  'extension.save',
  'finding.accept',
  'finding.unaccept',
  'graph.expire',
  'graph.delete',
  'history.delete',
  'job.cancel',
  'job.create',
  'login',
  'password.change',
  'saml_provider.create',
  'saml_provider.delete',
  'saved_query.create',
  'saved_query.delete',
  'saved_query.share',
  'saved_query.update',
  'session.end',
  'token.create',
  'token.delete',
  'token.revoke',
  'upload.start',
  'upload.file',
  'upload.end',
] as const;
type AuditAction = (typeof auditActions)[number];

export const auditOutcomes = ['success', 'failure'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export type AuditDetails = Readonly<Record<string, unknown>>;

/** A change or an attempt. `AuditService` adds the caller, the time and the request. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** Path of the changed resource below `/api/v2`, such as `accounts/5f0c…`. */
  readonly resource: string;
  /** Must not contain secrets. */
  readonly details?: AuditDetails;
}

/** The name of the actor for the command line and for background work. No account can have this name. */
export const systemName = '(system)';

/** Writes the entry of a success in the transaction of the change, so that both commit or neither. */
export type AuditNote = (on: Transaction, details?: AuditDetails) => Promise<void>;
