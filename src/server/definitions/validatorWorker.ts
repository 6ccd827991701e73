/** The thread that makes the validator of a long form (`validator.ts`). */
import { serveThreadTask } from '../files/thread.ts';
import { makeValidator } from './validator.ts';

await serveThreadTask(makeValidator);
