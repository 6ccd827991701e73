/** Worker of `deriveKeyInWorker`: one password in, one key out. */
import { type Derivation, deriveKey } from './deriveKey.ts';

self.onmessage = ({ data }: MessageEvent<[string, Derivation]>) => self.postMessage(deriveKey(...data));
