/** Files of a form that stores nothing: they stay in this page, for the field examples and the preview of drafts. */
import type { WaitingFile } from '../data/drafts/drafts.ts';
import type { PickedFileStore } from './host.tsx';
import type { WidgetSource } from './source.ts';

export function memoryFiles() {
  const sent = new Map<string, Blob>();
  const kept = new Map<string, WaitingFile>();
  const upload: WidgetSource['upload'] = async (file, _name, onProgress) => {
    const id = `f-${sent.size + 1}`;
    sent.set(id, file);
    onProgress?.(1);
    return { id };
  };
  const keeper: PickedFileStore = {
    async keep(file) {
      const made = { ...file, id: `local:${kept.size + 1}` };
      kept.set(made.id, made);
      return made;
    },
    get: async (id) => kept.get(id),
    async sent(localId, id) {
      const file = kept.get(localId);
      if (file) kept.set(id, { ...file, id });
      kept.delete(localId);
    },
    drop: async (id) => void kept.delete(id),
  };
  return { upload, keeper, find: (id: string) => sent.get(id) };
}
