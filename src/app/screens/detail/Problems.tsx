/** Shows the problems written on a visit, or a site's whole log with filters by date and status, and a spreadsheet. */
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { PROBLEM_FORM } from '../../../core/definitions/rows.ts';
import type { CompiledForm, Text } from '../../../core/definitions/types.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { PROBLEM_PARAM } from '../../../core/paths/screens.ts';
import { PROBLEM_STATUS } from '../../../core/problems/log.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { queryKeys } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import type { ProblemFilters, RecordWithResponse } from '../../data/types.ts';
import { text } from '../../data/words.ts';
import { FailureNote, useFailureText } from '../../shell/FailureNote.tsx';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { ToolRow } from '../../shell/ToolRow.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import { OnlineWidgets } from '../../widgets/OnlineWidgets.tsx';
import { ProblemList } from '../../widgets/problems/ProblemList.tsx';
import { DayInput } from '../list/filters/DayInput.tsx';
import { downloadWithProgress } from '../record/save.ts';
import { recordTitle } from '../record/title.ts';

interface Props {
  entry: FormEntry;
  answer: RecordWithResponse;
  form: CompiledForm;
}

export function SiteProblemLog({ entry, answer, form }: Props) {
  const own = form.definition.problems?.field;
  const node = own ? form.fields.get(own) : undefined;
  if (node) return <FieldDisplay node={node} data={answer.record.data} refs={answer.refs} />;
  return <ProblemLog entry={entry} answer={answer} />;
}

function ProblemLog({ entry, answer }: Omit<Props, 'form'>) {
  const { t } = useTranslation();
  const failure = useFailureText();
  const { record } = answer;
  const [chosen, setFilters] = useState<ProblemFilters>({});
  // The search opens a site with the code of a problem.
  const asked = useSearchParams()[0].get(PROBLEM_PARAM) ?? '';
  const [typed, setTyped] = useState(asked);

  const [words] = useDebouncedValue(typed.trim(), 250);
  const filters = { ...chosen, ...(words && { text: words }) };
  const list = useQuery({
    queryKey: queryKeys.record(entry.api.base, record.id, 'problems', filters),
    queryFn: () => source.problems(entry.api, record.id, filters),
    placeholderData: keepPreviousData,
  });
  const fields = useCompiledForm(PROBLEM_FORM).data?.fields;
  const tools = useScrolledTo(asked !== '' && list.isSuccess && fields !== undefined);
  const status = fields?.get(PROBLEM_STATUS)?.def;
  const change = (patch: ProblemFilters) => setFilters((all) => ({ ...all, ...patch }));
  return (
    <>
      <ToolRow ref={tools}>
        <DayInput
          label={t('filter.from')}
          value={filters.from_date ?? ''}
          onChange={(from_date) => change({ from_date })}
        />
        <DayInput label={t('filter.to')} value={filters.to_date ?? ''} onChange={(to_date) => change({ to_date })} />
        <SelectWithAny
          label={text(status?.short ?? status?.label)}
          any={t('filter.any')}
          options={(status?.options ?? []).map(({ value, label }) => ({ value, label: text(label) }))}
          value={filters.status ?? ''}
          onChange={(one) => change({ status: one })}
        />
        <TextInput
          label={t('problems.search')}
          value={typed}
          maxLength={100}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          variant="outline"
          leftSection={<Icon name="download" />}
          onClick={() =>
            void downloadWithProgress(
              (onProgress) => source.problemsFile(entry.api, record.id, filters, onProgress),
              `${recordTitle(record)} Problems Log Sheet.xlsx`,
              failure,
            )
          }
        >
          {t('problems.download')}
        </Button>
      </ToolRow>
      {list.error ? (
        <FailureNote error={list.error} />
      ) : !list.data || !fields ? (
        <Skeleton height={140} />
      ) : list.data.data.length === 0 ? (
        <p className="am-nothing">{t('problems.none')}</p>
      ) : (
        <OnlineWidgets>
          <ProblemList
            columns={[...fields.values()]}
            rows={list.data.data.map((problem) => ({ ...problem }))}
            refs={list.data.refs}
            more={({ category_title }) =>
              category_title ? [[t('problems.category'), text(category_title as Text)]] : []
            }
          />
        </OnlineWidgets>
      )}
    </>
  );
}

/** Scrolls to an element once it has what was looked for. On phones the log begins below the picture of the place. */
function useScrolledTo(isFound: boolean) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFound) element.current?.scrollIntoView({ block: 'start' });
  }, [isFound]);
  return element;
}
