/** @param attribute name in the schema of Active Directory */
export function attributeChanges(attribute: string): string {
  return `Event 5136 (directory service changes) on the object, with the attribute ${attribute}.`;
}

/** @param right as the editor of access control lists names it */
export function removeEntry(right: string): string {
  return `Remove the access control entry with ${right}, or the inherited entry at the container that has it.`;
}

/** @param activities names in the audit log */
export function entraAudit(...activities: readonly string[]): string {
  return `Audit log of Entra ID: ${quoted(activities)}.`;
}

/** @param operations names in the activity log */
export function azureActivity(...operations: readonly string[]): string {
  return `Activity log of Azure: ${quoted(operations)}.`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
