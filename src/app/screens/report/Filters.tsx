/** The filters of a report as a form. Nothing is counted before it is sent. */

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportFilter } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import {
  type ChosenFilters,
  chosenFilterParams,
  missingRequiredFilters,
  useChosenRecords,
} from '../../data/reports/reports.ts';
import { source } from '../../data/source.ts';
import { nameOf, recordName, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { Combo } from '../../widgets/controls/Combo.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import type { PickItem } from '../../widgets/source.ts';
import '../../widgets/widgets.css';
import { DayInput } from '../list/filters/DayInput.tsx';

interface Props {
  /** Replaces “Show”. */
  button?: string;
  filters: readonly ReportFilter[];
  chosen: ChosenFilters;
  onShow: (params: URLSearchParams) => void;
}

export function ReportFilterPanel({ button, filters, chosen, onShow }: Props) {
  const { t } = useTranslation('reports');
  const [next, setNext] = useState(chosen);
  const first = missingRequiredFilters(filters, next);
  return (
    <OnlineWidgets>
      <form
        id="filters"
        className="am-above-3 am-after am-tiles am-start am-card"
        data-no-print
        onSubmit={(event) => {
          event.preventDefault();
          if (first.length === 0) onShow(chosenFilterParams(next));
        }}
      >
        {filters.map((filter) => (
          <div key={filter.id} data-filter={filter.id}>
            <Control
              filter={filter}
              value={getOwn(next, filter.id) ?? []}
              onChange={(values) => setNext((before) => ({ ...before, [filter.id]: values }))}
            />
          </div>
        ))}
        <div className="am-wide am-flow">
          <ActionButton icon="report-analytics" type="submit" action="show" disabled={first.length > 0}>
            {button || t('show')}
          </ActionButton>
          {Object.values(next).some((values) => values.some(Boolean)) && (
            <ActionButton icon="x" variant="default" onClick={() => setNext({})}>
              {t('clear')}
            </ActionButton>
          )}
        </div>
      </form>
    </OnlineWidgets>
  );
}

interface ControlProps {
  filter: ReportFilter;
  value: string[];
  onChange: (values: string[]) => void;
}

function Control({ filter, value, onChange }: ControlProps) {
  const { t } = useTranslation('reports');
  const label = text(filter.title);
  if (filter.kind === 'date')
    return <DayInput label={label} value={value[0] ?? ''} onChange={(day) => onChange([day])} />;
  if (filter.kind === 'period') {
    const options = filter.choices.map(({ id, name }) => ({ value: id, label: name }));
    return (
      <SelectWithAny
        label={label}
        any={t('all')}
        options={options}
        value={value[0] ?? ''}
        onChange={(one) => onChange([one])}
      />
    );
  }
  if (filter.kind === 'search') return <Search filter={filter} value={value} onChange={onChange} />;
  return (
    <Picker
      {...{ label, value }}
      required={filter.required}
      any={filter.any && text(filter.any)}
      items={filter.choices}
      multiple
      onPick={onChange}
    />
  );
}

interface PickerProps {
  label: string;
  /** Nothing chosen means that nothing is shown, not everything. */
  required: boolean | undefined;
  /** Says that nothing is chosen; default “All”. */
  any?: string | undefined;
  items: readonly PickItem[];
  known?: readonly PickItem[];
  value: string[];
  multiple?: boolean;
  loading?: boolean;
  onSearch?: (words: string) => void;
  onPick: (values: string[]) => void;
}

function Picker({ label, required, any, ...combo }: PickerProps) {
  const { t } = useTranslation('reports');
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="am-block am-strong">
        {label}
      </label>
      <Combo id={id} {...(!required && { placeholder: any ?? t('all') })} {...combo} />
    </div>
  );
}

const TYPING_MS = 250;

function Search({ filter, value, onChange }: ControlProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const forms = filter.forms ?? [];
  const found = useQuery({
    queryKey: ['reports', 'choices', forms, asked],
    queryFn: () => source.findRecords({ forms, text: asked }),
    staleTime: 60_000,
  });
  const known = useChosenRecords(filter, value);
  const items = (records: typeof found.data): PickItem[] =>
    (records ?? []).map(({ id, name, code, province }) => ({
      id,
      name: recordName(name),
      code,
      detail: [nameOf(province), code].filter(Boolean).join(' · ') || null,
    }));
  return (
    <Picker
      label={text(filter.title)}
      required={filter.required}
      items={items(found.data)}
      known={items(known.data)}
      value={value}
      loading={found.isFetching}
      onSearch={setTyped}
      onPick={(ids) => onChange(ids.slice(-1))}
    />
  );
}
