// Node 20 reads no TypeScript, and a thread inherits no loader: where nothing is built (tests), the thread begins here.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.source);
