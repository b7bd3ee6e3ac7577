import type { Transaction } from '../../database/transaction.js';

/** What is recorded. The names are stored, so that they outlive a version. */
export const auditActions = [
  'account.create',
  'account.update',
  'account.delete',
  'analysis.request',
  'asset_group.create',
  'asset_group.update',
  'asset_group.delete',
  'asset_group.selectors',
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
  'graph.age',
  'graph.delete',
  'history.delete',
  'job.cancel',
  'job.create',
  'login',
  'password.change',
  'saml_provider.create',
  'saml_provider.delete',
  'token.create',
  'token.delete',
  'token.revoke',
  'upload.start',
  'upload.file',
  'upload.end',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditOutcomes = ['success', 'failure'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export type AuditDetails = Readonly<Record<string, unknown>>;

/** Something done or tried. Who, when and for which request is known without it. */
export interface AuditEntry {
  readonly action: AuditAction;
  /** Path below `/api/v2` of what it is done to: `accounts/5f0c…`. */
  readonly resource: string;
  /** Never a secret. */
  readonly details?: AuditDetails;
}

/** The name under which the product itself acts, by the command line or by what runs on its own. No account can have it. */
export const systemName = '(system)';

/** Writes the entry of a success in the transaction of what was done, so that there is none without the other. */
export type Note = (on: Transaction, details?: AuditDetails) => Promise<void>;

/** For what is not recorded. */
export const noNote: Note = () => Promise.resolve();
