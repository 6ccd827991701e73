/** A block of a report: numbers as cards, or a table with a chart beside it. */
import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportBlock, ReportBlockResult } from '../../../core/generated/api.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { preferences } from '../../data/preferences.ts';
import type { RowOrder } from '../../data/reports/online.ts';
import { source } from '../../data/source.ts';
import { number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { BlockTable } from './BlockTable.tsx';
import { chartData } from './chartData.ts';
import { NumberCards } from './NumberCards.tsx';
import classes from './Report.module.css';
import { useIsNearScreen } from './useIsNearScreen.ts';

// ECharts is heavy, so it is loaded only when a chart comes near the window.
const ReportChart = lazyComponent(() => import('./ReportChart.tsx'));

export interface ReportBlockProps {
  report: string;
  block: ReportBlock;
  /** Undefined if this person may not see what it counts. */
  result: ReportBlockResult | undefined;
  /** Moment of the numbers. */
  at: string;
  filters: URLSearchParams;
}

export function ReportBlockView({ block, result, ...props }: ReportBlockProps) {
  const { t } = useTranslation('reports');
  const id = `block-${block.id}`;
  return (
    <section
      className={block.show === 'text' ? classes.text : `am-surface ${classes.block} am-shrinks am-card`}
      data-block={block.id}
      {...(block.title && { 'aria-labelledby': id })}
    >
      {block.title && <h2 id={id}>{text(block.title)}</h2>}
      {block.show !== 'text' &&
        (result && result.columns.length > 0 ? (
          <Numbers {...props} block={block} result={result} />
        ) : (
          <p className="am-pad-y-4 am-dimmed">{t('absent')}</p>
        ))}
      {block.help && <p className="am-hint">{text(block.help)}</p>}
    </section>
  );
}

function Numbers(props: ReportBlockProps & { result: ReportBlockResult }) {
  const { t } = useTranslation('reports');
  const { block, result } = props;
  const [order, setOrder] = useState<RowOrder>();
  const more = useMoreRows({ ...props, order });
  const rows = order ? (more.rows ?? result.rows) : [...result.rows, ...(more.rows ?? [])];
  // The first rows in another order may not be here yet, so the server orders them.
  const isPart = result.all > result.rows.length;
  const left = result.all - rows.length;
  if (rows.length === 0) return <p className="am-pad-y-4 am-dimmed">{t('empty')}</p>;
  const shown = { ...result, rows };
  if (block.by === null && block.show === 'numbers') return <NumberCards block={block} result={shown} />;
  const hasChart = block.show !== 'table' && block.show !== 'numbers' && chartData(block, shown) !== null;
  return (
    <div
      className={hasChart ? `${classes.beside} am-gap-4 am-equal-sides am-start am-stack` : undefined}
      aria-busy={more.busy}
    >
      {hasChart && <ChartPlace block={block} result={shown} />}
      <div className="am-shrinks">
        <BlockTable block={block} result={shown} {...(isPart && { order: { now: order, set: setOrder } })} />
        {more.error && <FailureNote error={more.error} />}
        {left > 0 && (
          <p data-no-print>
            <ActionButton icon="chevron-down" variant="default" action="more" loading={more.busy} onClick={more.load}>
              {t('more', { left: number(left) })}
            </ActionButton>
          </p>
        )}
      </div>
    </div>
  );
}

function ChartPlace({ block, result }: { block: ReportBlock; result: ReportBlockResult }) {
  const place = useRef<HTMLDivElement>(null);
  const isDrawn = useIsNearScreen(place);
  const waiting = <Skeleton height={240} />;
  return (
    <div ref={place} className={`${classes.chart} am-shrinks`}>
      {isDrawn ? <ReportChart waiting={waiting} block={block} result={result} /> : waiting}
    </div>
  );
}

/**
 * Further rows of a block; in another order, all from the first. Undefined before the first of them are here. They are
 * forgotten when the report is counted again.
 */
function useMoreRows({
  report,
  block,
  result,
  filters,
  at,
  order,
}: ReportBlockProps & { result: ReportBlockResult; order: RowOrder | undefined }) {
  const { calendar, language } = preferences();
  const found = useInfiniteQuery({
    queryKey: ['reports', report, 'more', block.id, order, filters.toString(), at, calendar, language],
    queryFn: async ({ pageParam, signal }) => {
      const more = { block: block.id, offset: pageParam, order };
      const next = await source.reportResult(report, filters, { signal, more });
      return next.blocks.find(({ id }) => id === block.id)?.rows ?? [];
    },
    initialPageParam: order ? 0 : result.rows.length,
    getNextPageParam: (last, _pages, offset) => offset + last.length,
    enabled: order !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    rows: found.data?.pages.flat(),
    busy: found.isFetching,
    error: found.error,
    load: () => void found.fetchNextPage(),
  };
}
