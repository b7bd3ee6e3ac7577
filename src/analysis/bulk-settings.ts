/** For one transaction: bulk work takes its time, and its connection is idle while edges are derived. */
export const bulkSettings = `
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL work_mem = '128MB'; SET LOCAL jit = off`;
