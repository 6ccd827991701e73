/** A resolver computes the value of a documented key. */

import type { RenderedRecord } from '../../../core/api/render.ts';
import type { Refs } from '../../../core/form/types/fieldType.ts';
import type { RecordWithScope } from '../../../core/saving/types.ts';
import type { ApiCall } from '../call.ts';

/** What is known during the request: the record on show or edit, the parent on create. */
export interface ResolverContext {
  view?: RecordWithScope | undefined;
  rendered?: RenderedRecord | undefined;
  parent?: RecordWithScope | undefined;
  refs?: Refs | undefined;
}

/** `argument` is the text after the colon. */
export type Resolver = (argument: string, call: ApiCall, context: ResolverContext) => Promise<unknown> | unknown;
