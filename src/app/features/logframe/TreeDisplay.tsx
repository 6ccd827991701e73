/** Read-only view of a logframe. */
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useSession } from '../../data/queries.ts';
import { todayInKabul } from '../../widgets/environment.tsx';
import type { SectionDisplayProps } from '../../widgets/sectionComponent.ts';
import { TreeContext } from './context.ts';
import { LogframeFrame } from './Frame.tsx';
import { buildLogframeTree } from './tree.ts';
import { useCollapsedRows } from './useCollapsedRows.ts';

export default function TreeDisplay({ form, record, refs }: SectionDisplayProps) {
  const { t } = useTranslation('mande');
  const me = useSession().data?.user.person_id ?? undefined;
  const tree = useMemo(() => buildLogframeTree(record.data), [record.data]);
  // A link may point to one row.
  const { hash } = useLocation();
  const { closed, toggle, openAll, closeAll } = useCollapsedRows(tree, hash.replace('#lf-', ''));
  useEffect(() => {
    if (!hash.startsWith('#lf-')) return;
    const row = document.getElementById(hash.slice(1));
    row?.focus({ preventScroll: true });
    row?.scrollIntoView?.({ block: 'center' });
  }, [hash]);
  return (
    <TreeContext value={{ form, tree, today: todayInKabul(), refs, closed, toggle, me }}>
      <LogframeFrame onOpenAll={openAll} onCloseAll={() => closeAll(tree)} empty={<p>{t('empty.read')}</p>} />
    </TreeContext>
  );
}
