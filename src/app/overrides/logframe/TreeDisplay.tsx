/** A logframe for reading. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../data/queries.ts';
import { today } from '../../widgets/environment.tsx';
import type { SectionDisplayProps } from '../drawings.ts';
import { TreeContext } from './context.ts';
import { Frame } from './Frame.tsx';
import { treeOf } from './tree.ts';
import { useOpen } from './useOpen.ts';

export default function TreeDisplay({ form, record, refs }: SectionDisplayProps) {
  const { t } = useTranslation('mande');
  const me = useSession().data?.user.person_id ?? undefined;
  const tree = useMemo(() => treeOf(record.data), [record.data]);
  const { closed, toggle, openAll, closeAll } = useOpen(tree);
  return (
    <TreeContext value={{ form, tree, today: today(), refs, closed, toggle, me }}>
      <Frame onOpenAll={openAll} onCloseAll={() => closeAll(tree)} empty={<p>{t('empty.read')}</p>} />
    </TreeContext>
  );
}
