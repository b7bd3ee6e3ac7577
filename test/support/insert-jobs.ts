/**
 * @returns SQL that inserts a job for each row of a query, in the order of the rows
 * @param rows a SELECT of the client (uuid), the start, the end and the status
 */
export function insertJobs(rows: string): string {
  return `INSERT INTO job (client_id, client_name, execution_time, start_time, end_time, status, status_message, domain_controller,
      session_collection, local_group_collection, ad_structure_collection, cert_services_collection, ca_registry_collection,
      dc_registry_collection, all_trusted_domains, ous, domains, created_at, updated_at)
    SELECT client, 'c', started, started, ended, status, '', '', true, false, false, false, false, false, false, '{}', '{}', started, started
    FROM (${rows}) AS given (client, started, ended, status)`;
}
