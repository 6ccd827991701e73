import type { FormEntry } from '../../core/generated/api.ts';

/** Returns the version of a form that new records use, which is not the newest while that one waits for its day or is withdrawn. */
export const capturedWith = ({ captured_with, version }: FormEntry): number => captured_with ?? version;
