/** What responses are written with on the server: its definitions, and the sentences of `locales`. */
import type { Reader } from '../../core/api/denials.ts';
import { errorWords } from '../http/errors.ts';
import type { Call } from './call.ts';

export function readerOf({ services, language }: Pick<Call, 'services' | 'language'>): Reader {
  return { registry: services.registry, language, sentence: (code, params) => errorWords(language, code, params) };
}
