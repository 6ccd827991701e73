/**
 * What a new record begins with: at the site that it was opened for, and at each that is chosen in the form. Both ask the same
 * and read the answer in the same way.
 */
import type { CompiledForm, Constants, RecordData } from '../../../core/definitions/types.ts';
import type { EvaluationContext } from '../../../core/expressions/types.ts';
import type { DefaultSources } from '../../../core/form/defaults.ts';
import { newRecord } from '../../../core/form/index.ts';
import type { ChosenParent, CreateResponse, FormEntry, Refs, SessionView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { source } from '../../data/source.ts';
import { nameOf } from '../../data/words.ts';
import { evaluationContextOf } from './evaluationContext.ts';

/** What is known while a new record is filled in, whichever site is chosen. */
interface About {
  entry: FormEntry;
  form: CompiledForm;
  user: SessionView['user'];
  constants: Constants;
  /** State of a new record. */
  status: string | undefined;
}

export interface SiteBeginning {
  around: ChosenParent | undefined;
  province: string | undefined;
  moment: EvaluationContext & DefaultSources;
  opened: RecordData;
  refs: Refs;
}

/** Returns the query of `createForm`. Problems, defaults and permissions must be current, so the response is never cached. */
export function createFormQuery(entry: FormEntry, query: Record<string, string>) {
  return {
    queryKey: ['records', entry.api.base, 'create', query],
    queryFn: (): Promise<CreateResponse> => source.createForm(entry.api, query),
    staleTime: 0,
    gcTime: 0,
  };
}

/** Returns the query of a link without the site that it names. */
export function queryWithoutSite({ parent }: FormEntry, query: Record<string, string>): Record<string, string> {
  const names = new Set([parent?.param, parent?.field, 'parent_id']);
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.has(name)));
}

export function siteBeginning(about: About, answer: CreateResponse, site: string | undefined): SiteBeginning {
  const { entry, form, user, constants, status } = about;
  const { defaults, known, parent: around, refs } = answer;
  const base = newRecord(form, { today: deviceClock.dayOfForms(), constants, parent: site ? { id: site } : null });
  const province = around?.province?.id;
  return {
    around: around ?? undefined,
    province,
    moment: { ...evaluationContextOf(user, entry.programme, status, province), ...known },
    opened: { ...onlyProvince(form, entry, user), ...base, ...defaults, ...carried(form, answer) },
    refs: {
      ...refs,
      ...(around && { [around.id]: { name: nameOf({ id: around.id, name: around.name, code: around.code }) } }),
    },
  };
}

/** Returns the province of somebody who works in no other one, as the answer of the form's place. */
function onlyProvince(form: CompiledForm, entry: FormEntry, { grants }: SessionView['user']): RecordData {
  const name = form.fields.get(form.definition.place ?? '')?.parts.province;
  const here = grants.filter(({ programme }) => programme === null || programme === entry.programme);
  const [province, ...others] = new Set(here.map(({ province_id }) => province_id));
  return name && province && others.length === 0 ? { [name]: province } : {};
}

/** Returns the site's ongoing problems, from the key of `api.create`, with only the properties a visit stores. */
function carried(form: CompiledForm, answer: CreateResponse): RecordData {
  const field = form.definition.problems?.field;
  const key = Object.entries(form.definition.api.create ?? {}).find(([, source]) => source === 'problems:ongoing')?.[0];
  if (!field || !key) return {};
  const rows = key
    .split('.')
    .reduce<unknown>((at, name) => getOwn(at as Record<string, unknown> | undefined, name), answer);
  if (!Array.isArray(rows) || rows.length === 0) return {};
  const items = (form.fields.get(field)?.schema.items ?? {}) as { properties?: Record<string, unknown> };
  const stored = new Set(Object.keys(items.properties ?? {}));
  const keep = (row: RecordData) =>
    Object.fromEntries(
      Object.entries(row).filter(([name, value]) => stored.has(name) && value !== null && value !== ''),
    );
  return { [field]: rows.map((row) => keep(row as RecordData)) };
}
