/** SQL: accounts as `a`, with what their present provider has told of them as `u`. */
export const provisionedAccounts =
  'account a LEFT JOIN scim_user u ON u.account_id = a.id AND u.sso_provider_id = a.sso_provider_id';

/** SQL: an account that its provider has deleted is absent, unless an administrator has enabled it again. */
export const isThere = '(u.deleted_at IS NULL OR NOT a.is_disabled)';
