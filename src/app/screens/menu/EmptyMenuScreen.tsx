/** Screen of a navbar entry that is not set up yet. Says so and links the lists where the same data is found. */
import { useTranslation } from 'react-i18next';
import type { Navigation } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { text } from '../../data/words.ts';
import { Screen } from '../../shell/Screen.tsx';
import { MenuGroup } from './MenuGroup.tsx';

export default function EmptyMenuScreen({ item, forms }: { item: Navigation['bar'][number]; forms: FormEntry[] }) {
  const { t } = useTranslation();
  const title = text(item.title);
  const lists = forms
    .filter((form) => form.may.view)
    .map((form) => ({ id: form.form, label: text(form.plural), to: form.paths.list, icon: form.icon ?? 'file' }));
  return (
    <Screen name="menu" title={title} crumbs={[{ label: title }]}>
      <p>{t('menu.nothingYet')}</p>
      <MenuGroup title={t('menu.lists')} entries={lists} />
    </Screen>
  );
}
