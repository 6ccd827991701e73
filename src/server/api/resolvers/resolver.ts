/** What a documented key is worked out by, and what it may look at. */
import type { Refs } from '../../../core/form/types/fieldType.ts';
import type { RecordView } from '../../records/types.ts';
import type { Call } from '../call.ts';
import type { RenderedRecord } from '../record/render.ts';

/** What there is while a call is answered: the record on show or edit, the parent on create. */
export interface ResolverContext {
  view?: RecordView | undefined;
  rendered?: RenderedRecord | undefined;
  parent?: RecordView | undefined;
  refs?: Refs | undefined;
}

/** `argument` is what stands behind the colon. */
export type Resolver = (argument: string, call: Call, context: ResolverContext) => Promise<unknown> | unknown;
