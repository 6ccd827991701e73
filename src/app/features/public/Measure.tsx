/** One published count: its map by province, and a table by each dimension with a chart that is loaded when it is opened. */
import { Button, Skeleton } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PublicMeasure, PublicTable } from '../../../core/generated/api.ts';
import { OUTLINES, OUTLINES_BOX } from '../../../core/generated/outlines.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { number } from '../../data/words.ts';
import classes from './Public.module.css';

// ECharts is heavy, so it is loaded only when a chart is opened.
const Chart = onDemand(() => import('../../screens/figures/Chart.tsx'));

const PROVINCE = 'province';
/** Shades of the map, from few to many. */
const SHADES = 5;

interface Props {
  measure: PublicMeasure;
  choose: (name: string, value: string) => void;
}

export function Measure({ measure, choose }: Props) {
  const { t } = useTranslation('public');
  const provinces = measure.tables.find(({ dimension }) => dimension === PROVINCE);
  return (
    <>
      <h2>{t('total', { title: measure.title, total: number(measure.total) })}</h2>
      {provinces && <ProvinceMap table={provinces} title={measure.title} choose={choose} />}
      <div className={classes.tables}>
        {measure.tables.map((table) => (
          <Table key={table.dimension} table={table} title={measure.title} choose={choose} />
        ))}
      </div>
    </>
  );
}

function ProvinceMap({ table, title, choose }: { table: PublicTable; title: string; choose: Props['choose'] }) {
  const { t } = useTranslation('public');
  const most = Math.max(1, ...table.rows.map(({ count }) => count));
  const counts = new Map(table.rows.map((row) => [row.id, row]));
  return (
    <figure className={`am-surface ${classes.map}`}>
      <svg viewBox={OUTLINES_BOX} role="img" aria-label={t('map', { title })}>
        {Object.entries(OUTLINES).map(([id, path]) => {
          const row = counts.get(id);
          const shade = row ? Math.max(1, Math.ceil((row.count / most) * SHADES)) : 0;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it does the same with buttons
            <path key={id} d={path} data-shade={shade} onClick={() => row && choose(PROVINCE, id)}>
              {row && <title>{`${row.name}: ${number(row.count)}`}</title>}
            </path>
          );
        })}
      </svg>
      <figcaption className="am-hint">{t('mapHint')}</figcaption>
    </figure>
  );
}

function Table({ table, title, choose }: { table: PublicTable; title: string; choose: Props['choose'] }) {
  const { t } = useTranslation('public');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const heading = t('by', { title, dimension: t(`dimensions.${table.dimension}`) });
  const most = Math.max(table.rest, ...table.rows.map(({ count }) => count), 1);
  const rows = [
    ...table.rows.map((row) => ({ ...row, name: row.name || t('none') })),
    ...(table.rest > 0 ? [{ id: null, name: t('rest'), count: table.rest }] : []),
  ];
  if (table.rows.length === 0) return null;
  return (
    <section className={`am-surface ${classes.table}`} data-table={table.dimension} aria-labelledby={id}>
      <h3 id={id}>{heading}</h3>
      <table aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{t(`labels.${table.dimension}`)}</th>
            <th scope="col">{t('number')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id ?? 'rest'}>
              <th scope="row">
                {row.id ? (
                  <button type="button" onClick={() => choose(table.dimension, row.id ?? '')}>
                    <bdi>{row.name}</bdi>
                  </button>
                ) : (
                  row.name
                )}
                <span
                  className={classes.bar}
                  style={{ inlineSize: `${(row.count / most) * 100}%` }}
                  aria-hidden="true"
                />
              </th>
              <td>{number(row.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        variant="default"
        size="sm"
        mih={44}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        data-action="chart"
      >
        {t(isOpen ? 'hideChart' : 'showChart')}
      </Button>
      {isOpen && (
        <Chart
          waiting={<Skeleton height={220} />}
          as={table.dimension === 'status' ? 'ring' : 'bars'}
          data={{ groups: rows, series: [{ name: heading, values: rows.map(({ count }) => count) }] }}
          label={t('chart', { title: heading })}
          onOpen={(group) => choose(table.dimension, rows[group]?.id ?? '')}
        />
      )}
    </section>
  );
}
