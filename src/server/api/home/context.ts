/** What the parts of the home screen are worked out from. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { Services } from '../../http/services.ts';

/** What every card needs to know. */
export interface HomeContext {
  services: Services;
  actor: Actor;
  language: Actor['language'];
  /** Forms of which the person may see records. */
  forms: CompiledForm[];
}
