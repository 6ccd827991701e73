/** Requests of the screen on which a form is written. */
import type { DefinitionDraftResponse, DefinitionView } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import type { DefinitionDraftStore } from '../drafting/useDraft.ts';
import { draftKeys, draftsApi } from '../versions/drafts.ts';

const at = (id: string) => `definitions/drafts/${encodeURIComponent(id)}`;

export const formDrafts: DefinitionDraftStore<DefinitionDraftResponse> = {
  kind: 'form draft',
  key: (id) => ['form drafts', id, 'draft'],
  lists: draftKeys.list,
  get: (id) => call<DefinitionDraftResponse>(at(id)),
  held: ({ definition, schema, data: { version, note } }) => ({ content: { definition, schema, note }, version }),
  save: async (id, { version, content }) => {
    const { definition, schema, note = null } = content;
    const body = { version, definition, schema, note };
    return (await call<DefinitionDraftResponse>(at(id), { method: 'PUT', body })).data.version;
  },
};

export const designerApi = {
  begin: (definition: object) => draftsApi.begin(definition, {}),
  /** The version of a form from which a draft goes on. */
  published: (form: string, version: number) =>
    call<DefinitionView>(`definitions/${encodeURIComponent(form)}/${version}`),
};

export const designerPath = (id: string): string => `/admin/form-drafts/${encodeURIComponent(id)}`;
