/** The context of a create, with what the answers that are filled when the record is saved may read of others. */
import type { WriteContext } from '../../../core/saving/types.ts';
import { defaultSourceAnswers } from '../../../core/views/record/create.ts';
import { type Call, writeContext } from '../call.ts';
import { readsOf } from '../reads.ts';

export function createContext(call: Call, clientId?: string): WriteContext {
  const reads = readsOf(call);
  return {
    ...writeContext(call, clientId),
    known: async (form, parentId) =>
      defaultSourceAnswers(
        reads,
        form,
        parentId ? await reads.one(form.definition.parent?.forms ?? [], parentId) : undefined,
      ),
  };
}
