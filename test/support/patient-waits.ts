/** Settings by which a busy machine is no reason for a service to refuse what a test asks. */
export const patientWaits = { DEFAULT_WAIT: '240' };
