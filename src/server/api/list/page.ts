/** A page of rows as screens and the documented clients want them, with everything their filters offer. */
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Scope } from '../../../core/records/types.ts';
import { pick } from '../../../core/text/languages.ts';
import type { Services } from '../../http/services.ts';
import type { ListPage } from '../../records/types.ts';
import type { Call } from '../call.ts';
import { namedRow } from '../names.ts';
import { childCounts } from '../record/childCounts.ts';
import { SharedDenials } from '../record/denials.ts';
import { type RenderedRecord, renderScope } from '../record/render.ts';
import { ResponseCache } from '../responseCache.ts';
import { type RowText, rowTexts } from './rowText.ts';

export interface ListAnswer {
  data: RenderedRecord[];
  meta: Record<string, unknown>;
}

const remembered = new WeakMap<Services['database'], ResponseCache>();

/** Sends a list's text, a remembered one while it holds. */
export function answerText(call: Call, make: () => Promise<string>): Promise<unknown> {
  const { database } = call.services;
  const answers = remembered.get(database) ?? new ResponseCache();
  remembered.set(database, answers);
  return answers.send(call, make);
}

/** A page of any form as an answer inside another one. */
export async function answerPage(call: Call, form: CompiledForm, page: ListPage): Promise<ListAnswer> {
  return JSON.parse(await pageText(call, form, page)) as ListAnswer;
}

/** A page of any form, as JSON text; `keys` are further documented keys of its `meta`. */
export async function pageText(
  call: Call,
  form: CompiledForm,
  page: ListPage,
  keys: Record<string, unknown> = {},
): Promise<string> {
  const { services, language } = call;
  const texts = await rowTexts(services, language, form, page, call.query.fields === 'all');
  const shared = new SharedDenials();
  const scopes = new Map<Scope, string>();
  const refs = new Map<string, string>();
  const rows = page.rows.map(({ scope }, index) => {
    const row = texts[index] as RowText;
    let may = scopes.get(scope);
    if (!may) {
      may = JSON.stringify(renderScope({ services, language, refs: {} }, row.form, scope, shared)).slice(1);
      scopes.set(scope, may);
    }
    for (const [id, words] of row.refs) refs.set(id, words);
    return `${row.open},${may}`;
  });
  const meta = {
    per_page: page.per_page,
    current_page: page.current_page,
    last_page: page.last_page,
    total: page.total,
    capped: page.capped,
    next_cursor: page.next_cursor,
    refusals: shared.refusals,
    ...keys,
  };
  if (call.query.counts === '1') {
    const ids = page.rows.map(({ record }) => record.id);
    Object.assign(meta, { counts: await childCounts(call, form, ids) });
  }
  const names = [...refs].map(([id, words]) => `${JSON.stringify(id)}:${words}`).join(',');
  const own = JSON.stringify(meta).slice(0, -1);
  return `{"data":[${rows.join(',')}],"meta":${own},${listMeta(call, form)},"refs":{${names}}}}`;
}

/** Made once for a language until places or definitions change. */
const offered = new WeakMap<object, Map<string, string>>();

/** What every list's filters offer, as JSON members. */
function listMeta(call: Call, form: CompiledForm): string {
  const revision = call.services.registry.places();
  let known = offered.get(revision);
  if (!known) {
    known = new Map();
    offered.set(revision, known);
  }
  const key = `${form.key} ${call.language}`;
  let meta = known.get(key);
  if (!meta) {
    meta = JSON.stringify(makeMeta(call, form)).slice(1, -1);
    known.set(key, meta);
  }
  return meta;
}

function makeMeta({ services, language }: Call, form: CompiledForm) {
  const { registry } = services;
  const provinces = [...registry.places().values()].filter((place) => place.level === 'province');
  return {
    provinces: provinces.map(({ id, name_en, name_fa, name_ps }) =>
      namedRow({ id, name_en, name_fa, name_ps }, language),
    ),
    organizations: registry
      .choices('organization')
      .map(({ id, name_en, name_fa, name_ps }) => namedRow({ id, name_en, name_fa, name_ps }, language)),
    status: registry.workflow(form).states.map((state) => ({
      id: state.id,
      name: pick(state.label, language),
      name_en: state.label.en,
      name_fa: state.label.fa,
      name_ps: state.label.ps,
      variant: state.variant,
      icon: state.icon,
    })),
  };
}
