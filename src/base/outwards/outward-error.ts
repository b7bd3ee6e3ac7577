/** Why an address is not called, or gave no usable answer. */
export class OutwardError extends Error {}
