/** Lists the records that belong to this one, in the columns of the child form's own list, one page at a time. */

import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Common, FormEntry, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { queryKeys, useForms } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { EmptyList } from '../list/EmptyList.tsx';
import { ListFailure } from '../list/ListFailure.tsx';
import { ListRows } from '../list/ListRows.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import ListTable from '../list/ListTable.tsx';
import { PageControls } from '../list/Pages.tsx';
import { type RecordList, RecordListContext } from '../list/RecordListContext.ts';
import { listColumns } from '../record/columns.ts';
import { TransitionDialogs } from '../record/TransitionDialogs.tsx';
import { useColumnLabels } from '../record/useColumnLabels.ts';
import { useTransitions } from '../record/useTransitions.ts';
import { useChildForms } from './useChildForms.ts';

interface Props {
  entry: FormEntry;
  record: RecordView;
  type: string | undefined;
  form: CompiledForm;
  common: Common;
}

export function ChildRecords({ type, form, ...rest }: Props) {
  const below = useChildForms(rest.entry, form, rest.record);
  const named = type ? getOwn(form.definition.api.formTypes, type) : undefined;
  const child = useForms().data?.find((one) => one.form === named?.form);
  const childForm = useCompiledForm(child?.form);
  const { t } = useTranslation();
  if (childForm.error) return <FailureNote error={childForm.error} />;
  if (!type || !child || !childForm.data) return <Skeleton height={160} />;
  const own = below.find((one) => one.child.form === child.form);
  const create = own && { to: own.to, label: text(child.new) || t('list.create') };
  return (
    <ChildList
      {...rest}
      type={type}
      child={child}
      childForm={childForm.data}
      create={create}
      isMain={own === below[0]}
    />
  );
}

interface ListProps extends Omit<Props, 'form'> {
  type: string;
  child: FormEntry;
  childForm: CompiledForm;
  /** Where a new one is made, if the user may. */
  create: { to: string; label: string } | undefined;
  /** The main button of the screen makes one. */
  isMain: boolean;
}

function ChildList({ entry, record, type, child, childForm, common, create, isMain }: ListProps) {
  const [page, setPage] = useState(1);
  const labels = useColumnLabels(childForm);
  // The parent is the same in every row, and so is the province of a form that has no place of its own.
  const columns = useMemo(
    () =>
      listColumns(childForm, labels)
        .filter((column) => column.kind !== 'parent' && (column.kind !== 'place' || childForm.definition.place))
        .map((column) => ({ ...column, sortable: false })),
    [childForm, labels],
  );
  const transitions = useTransitions(child);
  const isPhone = useIsNarrowScreen();
  const list = useQuery({
    queryKey: queryKeys.record(entry.api.base, record.id, 'children', type, page),
    queryFn: () => source.children(entry.api, record.id, type, page),
    placeholderData: keepPreviousData,
  });
  if (list.error)
    return (
      <ListFailure
        error={list.error}
        label={text(child.plural)}
        onRetry={() => {
          if (page === 1) void list.refetch();
          else setPage(1);
        }}
      />
    );
  if (!list.data) return <ListSkeleton columns={columns.length} rows={4} />;
  const { data: rows, meta } = list.data;
  if (!rows.length) return <EmptyList narrowed={false} plural={text(child.plural)} create={create} />;
  const children: RecordList = {
    ...{ entry: child, form: childForm, constants: common.constants, columns, rows, meta, transitions },
    workflow: getOwn(common.workflows, childForm.definition.workflow),
    sort: undefined,
    onSort: () => setPage(1),
    marked: {},
    isMarking: false,
    onMark: undefined,
    totals: undefined,
    preview: undefined,
    onPreview: undefined,
  };
  return (
    <RecordListContext value={children}>
      {create && !isMain && (
        <Button component={Link} to={create.to} variant="outline" mb="sm" leftSection={<Icon name="plus" />}>
          {create.label}
        </Button>
      )}
      {isPhone ? <ListRows /> : <ListTable />}
      <PageControls meta={meta} onPage={setPage} />
      <TransitionDialogs transitions={transitions} />
    </RecordListContext>
  );
}
