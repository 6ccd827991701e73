/** Worker of `deriveAside`: one password in, one key out. */
import { type Derivation, derive } from './derive.ts';

self.onmessage = ({ data }: MessageEvent<[string, Derivation]>) => self.postMessage(derive(...data));
