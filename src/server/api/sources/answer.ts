/** Documented keys and where each comes from: the closed register of sources, one file each. */

import type { Refs } from '../../../core/form/types/face.ts';
import type { Sources } from '../../../core/generated/form.ts';
import type { RecordView } from '../../records/types.ts';
import type { Call } from '../call.ts';
import type { RenderedRecord } from '../render.ts';
import { setAt } from '../setAt.ts';
import { children } from './children.ts';
import { choices } from './choices.ts';
import { counts } from './counts.ts';
import { definition } from './definition.ts';
import { download } from './download.ts';
import { field } from './field.ts';
import { nothing } from './nothing.ts';
import { options } from './options.ts';
import { pairs } from './pairs.ts';
import { parent } from './parent.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { problems } from './problems.ts';
import { publicPath } from './public.ts';
import { questions } from './questions.ts';
import { record } from './record.ts';
import { records } from './records.ts';
import { scope } from './scope.ts';
import { sections } from './sections.ts';
import { sites } from './sites.ts';
import { state } from './state.ts';

/** What there is while a call is answered: the record on show or edit, the parent on create. */
export interface SourceContext {
  view?: RecordView | undefined;
  rendered?: RenderedRecord | undefined;
  parent?: RecordView | undefined;
  refs?: Refs | undefined;
}

/** `argument` is what stands behind the colon. */
export type Source = (argument: string, call: Call, context: SourceContext) => Promise<unknown> | unknown;

const SOURCES: Record<string, Source> = {
  children,
  choices,
  counts,
  definition,
  download,
  field,
  null: nothing,
  options,
  pairs,
  parent,
  people,
  places,
  problems,
  public: publicPath,
  questions,
  record,
  records,
  scope,
  sections,
  sites,
  state,
};

/** Fills `into` with every documented key; the same source is worked out once. */
export async function answerSources(
  sources: Sources,
  call: Call,
  context: SourceContext,
  into: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const known = new Map<string, unknown>();
  for (const [key, text] of Object.entries(sources)) {
    if (!known.has(text)) known.set(text, await answerSource(text, call, context));
    setAt(into, key, known.get(text));
  }
  return into;
}

async function answerSource(text: string, call: Call, context: SourceContext): Promise<unknown> {
  const [name = '', ...rest] = text.split(':');
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  if (!source) throw new Error(`${call.form.key}: the API names an unknown source ${text}`);
  return source(rest.join(':'), call, context);
}
