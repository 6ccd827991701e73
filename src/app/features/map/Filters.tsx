/** What the sites are narrowed to. Each choice takes effect at once and stands in the address. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MapSitesResponse } from '../../../core/generated/api.ts';
import { number } from '../../data/words.ts';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import type { MapFilterName } from './api.ts';
import classes from './Map.module.css';

const FEWEST = [1, 2, 5, 10];
const DAYS = [30, 90, 180, 365];
/** As the server names the provinces of the person's own roles. */
const OWN = 'own';

interface Props {
  options: MapSitesResponse['options'];
  chosen: Record<MapFilterName, string>;
  choose: (name: MapFilterName, value: string) => void;
  clear: () => void;
}

export function MapFilters({ options, chosen, choose, clear }: Props) {
  const { t } = useTranslation('map');
  const provinces = [...(options.own ? [{ id: OWN, name: t('own') }] : []), ...options.provinces];
  const numbers = (values: number[], key: string) =>
    values.map((value) => ({ id: String(value), name: t(key, { number: number(value) }) }));
  const selects: [name: MapFilterName, any: string, items: { id: string; name: string }[]][] = [
    ['programme', t('all'), options.programmes],
    ['province', t('all'), provinces],
    ['status', t('all'), options.statuses],
    ['open', t('withOrWithout'), numbers(FEWEST, 'atLeast')],
    ['age', t('anyTime'), numbers(DAYS, 'days')],
  ];
  const isPhone = useIsNarrowScreen();
  const isChosen = Object.values(chosen).some(Boolean);
  const fields = (
    <div className={`${classes.fields} am-tiles am-fits am-tiles-small am-stack am-gap-3 am-bottom`}>
      {selects.map(([name, any, items]) => (
        <SelectWithAny
          key={name}
          label={t(name)}
          any={any}
          options={items.map(({ id, name: label }) => ({ value: id, label }))}
          value={chosen[name]}
          onChange={(value) => choose(name, value)}
          data-filter={name}
        />
      ))}
      {isChosen && (
        <Button variant="default" mih={44} onClick={clear} data-action="clear">
          {t('clear')}
        </Button>
      )}
    </div>
  );
  // A phone has room for the map first.
  if (isPhone)
    return (
      <details
        className={`am-surface ${classes.filters} am-below-2 am-pad-y-1 am-pad-x-4`}
        data-no-print
        open={isChosen || undefined}
      >
        <summary className="am-opener">{t('choose')}</summary>
        {fields}
      </details>
    );
  return (
    <fieldset className={`am-surface ${classes.filters} am-below-2 am-pad-y-1 am-pad-x-4`} data-no-print>
      <legend>{t('choose')}</legend>
      {fields}
    </fieldset>
  );
}
