/** The thread that makes the validator of a long form (`validator.ts`). */
import { answerThread } from '../files/thread.ts';
import { makeValidator } from './validator.ts';

await answerThread(makeValidator);
