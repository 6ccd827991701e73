/** Shows which rows of how many are visible, and links to the other pages. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PAGE_SIZES } from '../../../core/paths/listState.ts';
import type { ListMeta } from '../../data/types.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Pages.module.css';

interface Props {
  meta: ListMeta;
  onPage: (page: number) => void;
  /** Undefined if the page size cannot be changed. */
  onSize?: (size: number) => void;
}

export function PageControls({ meta, onPage, onSize }: Props) {
  const { t } = useTranslation();
  const { current_page: page, last_page: last, per_page: size, total, capped } = meta;
  if (total === 0) return null;
  const from = (page - 1) * size + 1;
  const to = Math.min(total, page * size);
  const around = [...new Set([1, page - 1, page, page + 1, last])]
    .filter((n) => n >= 1 && n <= last)
    .sort((a, b) => a - b);
  return (
    <nav
      aria-label={t('pages.title')}
      className={`${classes.pages} am-gap-4 am-row-gap-2 am-pad-y-3 am-between am-cluster`}
    >
      <span className="am-hint">
        {t(capped ? 'pages.capped' : 'pages.range', { from: number(from), to: number(to), total: number(total) })}
      </span>
      {onSize && (
        <label className={`am-hint ${classes.size} am-inline`}>
          {t('pages.size')}
          <select value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
            {[...new Set([...PAGE_SIZES, size])]
              .sort((a, b) => a - b)
              .map((one) => (
                <option key={one} value={one}>
                  {number(one)}
                </option>
              ))}
          </select>
        </label>
      )}
      {last > 1 && (
        <div className={`${classes.buttons} am-inline am-gap-1`}>
          <Button
            variant="default"
            size="sm"
            disabled={page <= 1}
            aria-label={t('pages.previous')}
            onClick={() => onPage(page - 1)}
          >
            <Icon name="chevron-left" />
          </Button>
          {around.map((n, i) => (
            <span key={n} className="am-inline am-gap-1">
              {i > 0 && n - (around[i - 1] ?? n) > 1 && <span aria-hidden="true">…</span>}
              <Button
                variant={n === page ? 'light' : 'subtle'}
                size="sm"
                aria-label={t('pages.page', { number: number(n) })}
                aria-current={n === page ? 'page' : undefined}
                onClick={() => onPage(n)}
              >
                {number(n)}
              </Button>
            </span>
          ))}
          <Button
            variant="default"
            size="sm"
            disabled={page >= last}
            aria-label={t('pages.next')}
            onClick={() => onPage(page + 1)}
          >
            <Icon name="chevron-right" />
          </Button>
        </div>
      )}
    </nav>
  );
}
