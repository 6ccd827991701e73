/** Worker of `deriveKeyInWorker`: one password in, one key out. */
import { type Derivation, deriveKey } from './derive.ts';

self.onmessage = ({ data }: MessageEvent<[string, Derivation]>) => self.postMessage(deriveKey(...data));
