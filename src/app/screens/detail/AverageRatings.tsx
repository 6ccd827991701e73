/** Shows the average of each rated question over the site's visits, and how often each rating was given. */

import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Common, FormEntry, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { groupBy } from '../../data/groups.ts';
import { queryKeys } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { nameOf, number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { DayInput } from '../list/filters/DayInput.tsx';
import classes from './Detail.module.css';

export function AverageRatings({ entry, record, common }: { entry: FormEntry; record: RecordView; common: Common }) {
  const { t } = useTranslation();
  const [range, setRange] = useState<{ fromDate?: string; toDate?: string }>({});
  const rates = useQuery({
    queryKey: queryKeys.record(entry.api.base, record.id, 'rates', range),
    queryFn: () => source.rates(entry.api, record.id, range),
    placeholderData: keepPreviousData,
  });
  const scale = common.constants.ratings;
  const best = Math.max(...scale.map((one) => one.points ?? 0));
  return (
    <>
      <ToolRow>
        <DayInput
          label={t('filter.from')}
          value={range.fromDate ?? ''}
          onChange={(fromDate) => setRange({ ...range, fromDate })}
        />
        <DayInput
          label={t('filter.to')}
          value={range.toDate ?? ''}
          onChange={(toDate) => setRange({ ...range, toDate })}
        />
        {rates.data && (
          <p className="am-words am-pad-y-2 am-dimmed">{t('rates.sheets', { shown: number(rates.data.sheets) })}</p>
        )}
      </ToolRow>
      {rates.error ? (
        <FailureNote error={rates.error} />
      ) : !rates.data ? (
        <Skeleton height={200} />
      ) : rates.data.sheets === 0 ? (
        <p className="am-nothing">{t('rates.none')}</p>
      ) : (
        groupBy(rates.data.rates, ({ category }) => category.id).map((rows) => (
          <section key={rows[0]?.category.id} className={`am-surface am-titled ${classes.section} am-after`}>
            <h2 className="am-line-below">{nameOf(rows[0]?.category)}</h2>
            <ul className={`${classes.rates} am-lined am-pad-y-1 am-pad-x-4`}>
              {rows.map((rate) => (
                <li key={rate.id} className="am-stack am-gap-4 am-row-gap-0 am-level am-pad-y-2">
                  <span className={classes.rateName}>{nameOf(rate)}</span>
                  <span className={`${classes.bar} am-share am-beside`} aria-hidden="true">
                    {scale
                      .filter((one) => one.points !== null)
                      .map((one) => {
                        const times = getOwn(rate.distribution, one.value) ?? 0;
                        return times ? <i key={one.value} data-tone={one.variant} style={{ flexGrow: times }} /> : null;
                      })}
                  </span>
                  <span className="am-strong am-code">
                    {rate.average === null
                      ? t('rates.notRated')
                      : t('rates.average', { average: number(rate.average, 2), best: number(best) })}
                  </span>
                  <span className={`${classes.spread} am-meta`}>
                    <DotSeparated
                      parts={scale
                        .filter((one) => (getOwn(rate.distribution, one.value) ?? 0) > 0)
                        .map((one) => `${text(one.label)} ${number(getOwn(rate.distribution, one.value) ?? 0)}`)}
                    />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </>
  );
}
