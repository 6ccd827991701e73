/** Shows one figure: a number, or a chart with the same numbers as a table. Each number links to the list it counts. */
import { Skeleton } from '@mantine/core';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Figure } from '../../../core/figures/where.ts';
import type { FigureView, Filter } from '../../../core/generated/api.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { number, percent, text } from '../../data/words.ts';
import type { ChartKind } from './chartOptions.ts';
import classes from './Figures.module.css';

// ECharts is heavy, so it is loaded only when a chart is rendered.
const Chart = lazyComponent(() => import('./Chart.tsx'));

interface Props {
  item: Figure;
  figure: FigureView;
  /** Returns the path of the list with these filters. */
  to: (filters: Filter[]) => string;
}

export function NumberCard({ item, figure, to }: Props) {
  const { t } = useTranslation('figures');
  const isAverage = item.show === 'average';
  const shown = isAverage ? figure.value : figure.total;
  return (
    <Link
      to={to(figure.filters)}
      className="am-surface am-column am-gap-1 am-pad-y-3 am-pad-x-4 am-plain am-hovers"
      data-figure={item.id}
      data-alarm={(item.alarm && figure.total > 0) || undefined}
    >
      <small>{text(item.title)}</small>
      <strong className="am-figure">{shown === null ? '—' : number(shown)}</strong>
      {isAverage && (
        <small>{shown === null ? t('figures.noAverage') : t('figures.of', { total: number(figure.total) })}</small>
      )}
    </Link>
  );
}

export function ChartCard({ item, figure, to }: Props) {
  const { t } = useTranslation('figures');
  const navigate = useNavigate();
  const title = text(item.title);
  const { groups, total } = figure;
  const open = useCallback(
    (at: number) => void (groups[at] && navigate(to(groups[at].filters))),
    [groups, navigate, to],
  );
  const data = useMemo(
    () => ({ groups, series: [{ name: title, values: groups.map((group) => group.total) }] }),
    [groups, title],
  );
  return (
    <section className="am-card" data-figure={item.id} aria-labelledby={`figure-${item.id}`}>
      <h2 id={`figure-${item.id}`}>{title}</h2>
      {item.help && <p className="am-hint am-after">{text(item.help)}</p>}
      {total === 0 ? (
        <p className="am-nothing">{t('figures.nothing')}</p>
      ) : (
        <>
          <Chart
            waiting={<Skeleton height={220} />}
            as={DRAWN_AS[item.show] ?? 'bars'}
            data={data}
            label={t('figures.chart', { title })}
            onOpen={open}
          />
          <LongTable isLong={groups.length > MANY} label={t('figures.table', { title })}>
            <table className={`${classes.table} am-above-2 am-grid`} aria-labelledby={`figure-${item.id}`}>
              <thead>
                <tr>
                  <th scope="col">{t('figures.group')}</th>
                  <th scope="col">{t('figures.number')}</th>
                  <th scope="col">{t('figures.share')}</th>
                </tr>
              </thead>
              <tbody>
                {groups.map((group) => (
                  <tr key={group.id || 'none'} data-group={group.id || 'none'}>
                    <th scope="row">
                      <bdi>{group.name}</bdi>
                      {group.late && <span className="am-wrong am-strong"> · {t('figures.late')}</span>}
                    </th>
                    <td>
                      {group.total === 0 ? (
                        number(0)
                      ) : (
                        <Link
                          to={to(group.filters)}
                          className="am-target am-strong"
                          aria-label={`${group.name}: ${number(group.total)}`}
                        >
                          {number(group.total)}
                        </Link>
                      )}
                    </td>
                    <td>{percent((100 * group.total) / total)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </LongTable>
        </>
      )}
    </section>
  );
}

/** A table with more rows scrolls, so that the next figure is not far away. */
const MANY = 9;

function LongTable({ isLong, label, children }: { isLong: boolean; label: string; children: ReactNode }) {
  if (!isLong) return children;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className="am-scrolls" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

/** Others are bars. */
const DRAWN_AS: Partial<Record<Figure['show'], ChartKind>> = { donut: 'ring', months: 'line' };
