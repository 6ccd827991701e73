/** Servers hold names by their connection; leases that run out are gone. */
export const steps = ['DROP TABLE IF EXISTS leases'];
