/** What the report is called, where it belongs, what its readers may narrow, and who may open it. */

import { useTranslation } from 'react-i18next';
import { type Patch, withPatch } from '../../../core/edit/parts.ts';
import type { OwnFilter } from '../../../core/generated/report.ts';
import { type FullText, inThreeLanguages } from '../../../core/text/languages.ts';
import { useCommon } from '../../data/queries.ts';
import { departmentOfReports } from '../../data/reports/reports.ts';
import { departmentName } from '../../shell/navigation/menu.ts';
import {
  AddButton,
  CheckboxField,
  CollapsibleFields,
  MistakeList,
  MultiSelectField,
  RemoveButton,
  SelectField,
} from '../drafting/fields.tsx';
import { TranslatedTextField } from '../drafting/TranslatedTextField.tsx';
import classes from './Builder.module.css';
import { useReportBuilder } from './context.ts';
import { type DraftReport, EMPTY_TITLE, formsCountedByDraft, freeBlockId } from './draft.ts';
import { formItems, namedItems, sourceItems, wordItems } from './sources.ts';

interface Props {
  value: DraftReport;
  /** False once it is published: it stays in its programme. */
  isNew: boolean;
  onChange: (patch: Patch<DraftReport>) => void;
}

const REPORT_KINDS = ['summary', 'dashboard', 'feedback', 'ratings', 'activity', 'other'] as const;

export function ReportBasics({ value, isNew, onChange }: Props) {
  const { t } = useTranslation('reportBuilder');
  const { forms } = useReportBuilder();
  const departments = useCommon().data?.navigation.departments ?? [];
  const programmes = [...new Set(forms.map(({ programme }) => programme))];
  const nameOf = (programme: string) => {
    const department = departmentOfReports(departments, programme);
    return department ? departmentName(department) : programme;
  };
  return (
    <section className={`${classes.block} am-brief am-gap-3 am-card am-stack`} aria-labelledby="builder-about">
      <h2 id="builder-about">{t('about.title')}</h2>
      <TranslatedTextField
        label={t('about.name')}
        at="/title"
        name="title"
        required
        value={value.title}
        onChange={(title = EMPTY_TITLE) => onChange({ title })}
      />
      <div className="am-tiles am-start">
        {isNew && (
          <SelectField
            label={t('about.programme')}
            name="programme"
            items={programmes.map((one) => ({ value: one, label: nameOf(one) }))}
            value={value.programme ?? ''}
            at="/programme"
            onChange={(programme) => onChange({ programme })}
          />
        )}
        <SelectField
          label={t('about.kind')}
          name="kind"
          hint={t(`about.kindHints.${value.kind === 'dashboard' ? 'dashboard' : 'other'}`)}
          items={wordItems(REPORT_KINDS, 'about.kinds', t)}
          value={value.kind ?? 'other'}
          at="/kind"
          onChange={(kind) => onChange({ kind: kind as DraftReport['kind'] })}
        />
      </div>
      <CollapsibleFields title={t('about.more')} isFilled={Boolean(value.description ?? value.rule)}>
        {(['description', 'rule'] as const).map((key) => (
          <TranslatedTextField
            key={key}
            label={t(`about.${key}`)}
            at={`/${key}`}
            name={key}
            value={value[key]}
            onChange={(words: FullText | undefined) => onChange({ [key]: words })}
          />
        ))}
      </CollapsibleFields>
    </section>
  );
}

const COMMON = ['from_date', 'to_date', 'period', 'organizations', 'provinces'] as const;

export function ReportAccess({ value, onChange }: Omit<Props, 'isNew'>) {
  const { t } = useTranslation('reportBuilder');
  const roles = useCommon().data?.roles ?? [];
  const own = value.filters.filter((one): one is OwnFilter => typeof one === 'object');
  const common = value.filters.filter((one) => typeof one === 'string');
  const setCommon = (one: (typeof COMMON)[number], isOn: boolean) => {
    const next = COMMON.filter((other) => (other === one ? isOn : common.includes(other)));
    onChange({ filters: [...next, ...own] });
  };
  const setOwn = (at: number, filter: OwnFilter | undefined) =>
    onChange({ filters: [...common, ...own.flatMap((one, index) => (index === at ? (filter ?? []) : one))] });
  return (
    <>
      <section className={`${classes.block} am-brief am-gap-3 am-card am-stack`} aria-labelledby="builder-filters">
        <h2 id="builder-filters">{t('filters.title')}</h2>
        <p className="am-hint">{t('filters.lead')}</p>
        <div className="am-gap-4 am-row-gap-2 am-flow">
          {COMMON.map((one) => (
            <CheckboxField
              key={one}
              name={`filter-${one}`}
              label={t(`filters.${one}`)}
              value={common.includes(one) || undefined}
              onChange={(isOn) => setCommon(one, isOn === true)}
            />
          ))}
        </div>
        {own.map((filter, index) => (
          <OwnFilterFields
            key={filter.id}
            at={`/filters/${common.length + index}`}
            report={value}
            value={filter}
            onChange={(next) => setOwn(index, next)}
          />
        ))}
        <AddFilter report={value} own={own} onAdd={(filter) => onChange({ filters: [...common, ...own, filter] })} />
      </section>
      <section className={`${classes.block} am-brief am-gap-3 am-card am-stack`} aria-labelledby="builder-readers">
        <h2 id="builder-readers">{t('readers.title')}</h2>
        <MultiSelectField
          label={t('readers.roles')}
          name="roles"
          placeholder={t('readers.everybody')}
          hint={t('readers.hint')}
          items={namedItems(roles)}
          value={value.roles}
          onChange={(ids) => onChange({ roles: ids })}
        />
        <States value={value} onChange={onChange} />
        <MistakeList at={(pointer) => /^\/(roles|states|path|api|report|aliases)/.test(pointer)} />
      </section>
    </>
  );
}

function AddFilter({
  report,
  own,
  onAdd,
}: {
  report: DraftReport;
  own: readonly OwnFilter[];
  onAdd: (filter: OwnFilter) => void;
}) {
  const { t } = useTranslation('reportBuilder');
  const { choicesOf } = useReportBuilder();
  const first = formsCountedByDraft(report)
    .flatMap((form) => choicesOf(form)?.sources ?? [])
    .find(({ group, kind }) => group === 'answer' && kind === 'option');
  if (!first) return null;
  return (
    <AddButton
      action="add-filter"
      onClick={() =>
        onAdd({
          id: freeBlockId('filter', own),
          title: inThreeLanguages(first.label),
          by: first.source,
          of: [formsCountedByDraft(report)[0] as string],
        })
      }
    >
      {t('filters.add')}
    </AddButton>
  );
}

interface OwnFilterProps {
  at: string;
  report: DraftReport;
  value: OwnFilter;
  onChange: (value: OwnFilter | undefined) => void;
}

function OwnFilterFields({ at, report, value, onChange }: OwnFilterProps) {
  const { t } = useTranslation('reportBuilder');
  const { choicesOf, forms } = useReportBuilder();
  const counted = formsCountedByDraft(report);
  const of = value.of ?? counted;
  const sources = (choicesOf(of[0])?.sources ?? []).filter(({ kind }) => kind === 'option' || kind === 'record');
  return (
    <article className="am-brief am-box am-stack am-gap-3 am-pad-3" data-own-filter={value.id} data-removable>
      <div className="am-tiles am-start">
        <SelectField
          label={t('filters.by')}
          name="filter-by"
          items={sourceItems(sources, t)}
          value={value.by}
          at={`${at}/by`}
          onChange={(by) =>
            onChange({
              ...value,
              by,
              title: inThreeLanguages(sources.find(({ source }) => source === by)?.label ?? value.title),
            })
          }
        />
        <MultiSelectField
          label={t('filters.of')}
          name="filter-of"
          placeholder={t('filters.allForms')}
          items={formItems(forms.filter(({ form }) => counted.includes(form)))}
          value={value.of}
          onChange={(next) => onChange(withPatch(value, { of: next as OwnFilter['of'] }))}
        />
      </div>
      <TranslatedTextField
        label={t('filters.name')}
        at={`${at}/title`}
        name="filter-title"
        required
        value={value.title}
        onChange={(title = EMPTY_TITLE) => onChange({ ...value, title })}
      />
      <CheckboxField
        label={t('filters.required')}
        name="filter-required"
        value={value.required}
        onChange={(required) => onChange(withPatch(value, { required }))}
      />
      <MistakeList at={(pointer) => pointer === at || pointer.startsWith(`${at}/of`)} />
      <RemoveButton action="remove-filter" onClick={() => onChange(undefined)}>
        {t('filters.remove')}
      </RemoveButton>
    </article>
  );
}

/** States of records that count. Without a choice, those that the workflow counts. */
function States({ value, onChange }: Omit<Props, 'isNew'>) {
  const { t } = useTranslation('reportBuilder');
  const workflows = useCommon().data?.workflows ?? {};
  const all = Object.values(workflows).flatMap(({ states }) => states);
  const items = namedItems([...new Map(all.map((state) => [state.id, state])).values()]);
  return (
    <MultiSelectField
      label={t('readers.states')}
      name="states"
      placeholder={t('readers.usualStates')}
      hint={t('readers.statesHint')}
      items={items}
      value={value.states}
      onChange={(states) => onChange({ states: states as DraftReport['states'] })}
    />
  );
}
