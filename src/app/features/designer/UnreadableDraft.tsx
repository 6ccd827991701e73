/** A draft that has not the shape of a form, such as a half-written file: its text can be mended here. */
import { useTranslation } from 'react-i18next';
import { readFormDraft } from '../../../core/edit/draft.ts';
import type { DefinitionDraftResponse } from '../../../core/generated/api.ts';
import { isObject } from '../../../core/json.ts';
import { Loading } from '../../shell/Loading.tsx';
import type { OpenDraft } from '../drafting/useDraft.ts';
import layout from './Designer.module.css';
import pane from './Pane.module.css';
import { JsonBox } from './parts/JsonBox.tsx';

export function UnreadableDraft({ open }: { open: OpenDraft<DefinitionDraftResponse> }) {
  const { t } = useTranslation('designer');
  const { definition } = open.content;
  // The version before is still read.
  if (readFormDraft(open.content as never)) return <Loading />;
  return (
    <section className={layout.pane}>
      <div className={`${pane.parts} am-stack am-gap-0`}>
        <p role="alert">{t('unreadable')}</p>
        <JsonBox
          label={t('form.json')}
          name="definition-json"
          value={isObject(definition) ? definition : {}}
          onChange={(value) => open.change({ ...open.content, definition: value })}
        />
      </div>
    </section>
  );
}
