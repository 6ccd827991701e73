// Node 20 reads no TypeScript, and a thread inherits no loader: where nothing is built (tests), the thread begins here.
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
