/** SQL: whether an object id is one of those in a JSON array; an empty array stands for all. */
export function isAmongAsked(id: string, environments: string): string {
  return `(${environments}::jsonb = '[]' OR ${id} IN (SELECT jsonb_array_elements_text(${environments}::jsonb)))`;
}

/** The value of that array. @param environments object ids, of domains and tenants in any case */
export function environmentsValue(environments: readonly string[]): string {
  return JSON.stringify(environments.flatMap((id) => [id, id.toUpperCase()]));
}
