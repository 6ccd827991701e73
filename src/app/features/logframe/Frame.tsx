/** The tree with its header: the overall progress, and buttons that open or close all rows. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TreeBranch } from './Branch.tsx';
import { useTree } from './context.ts';
import classes from './Logframe.module.css';
import { RollUpLine } from './ProgressStatus.tsx';
import { rollUp } from './progress.ts';

interface Props {
  onOpenAll: () => void;
  onCloseAll: () => void;
  /** Shown when the tree has no rows. */
  empty: ReactNode;
  /** Shown below the tree. */
  children?: ReactNode;
}

export function LogframeFrame({ onOpenAll, onCloseAll, empty, children }: Props) {
  const { t } = useTranslation('mande');
  const { tree, today } = useTree();
  const isEmpty = tree.roots.length + tree.loose.length === 0;
  return (
    <div className={`${classes.frame} am-gap-3 am-own-width am-stack`} data-logframe>
      {isEmpty ? (
        empty
      ) : (
        <>
          <div className="am-gap-4 am-row-gap-1 am-full am-cluster">
            <RollUpLine figures={rollUp(tree.roots, today)} />
            <span className="am-grow" />
            <button type="button" className="am-link" onClick={onOpenAll}>
              {t('openAll')}
            </button>
            <button type="button" className="am-link" onClick={onCloseAll}>
              {t('closeAll')}
            </button>
          </div>
          <TreeBranch nodes={tree.roots} label={t('levels.goals')} />
          {tree.loose.length > 0 && (
            <>
              <p className="am-warning">{t('loose')}</p>
              <TreeBranch nodes={tree.loose} label={t('loose')} />
            </>
          )}
        </>
      )}
      {children}
    </div>
  );
}
