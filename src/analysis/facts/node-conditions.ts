/** SQL: whether a property of a node is true. */
export const isTrue = (property: string) => `props -> '${property}' = 'true'`;

/** SQL: the template id of a role of Entra ID, upper-cased. */
export const roleTemplate = "upper(coalesce(nullif(props ->> 'templateid', ''), split_part(objectid, '@', 1)))";

/** SQL: whether a container is the one whose permissions are stamped on privileged accounts. */
export const isAdminSdHolder = "props ->> 'distinguishedname' LIKE 'CN=ADMINSDHOLDER,CN=SYSTEM,%'";

/** SQL: whether an account is a managed service account, whose password nobody guesses. */
export const isManagedAccount = `coalesce(${isTrue('gmsa')} OR ${isTrue('msa')}, false)`;
