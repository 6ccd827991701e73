/** A record on paper: what it is, every answer that it was asked, and who changed it when. */

import { Fragment } from 'react';
import { groupRuns } from '../../../core/definitions/sections.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { hiddenFields } from '../../../core/form/index.ts';
import type { Common, FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { formatRecordName, NAME_SEPARATOR } from '../../../core/records/name.ts';
import { defaultCalendar } from '../../../core/text/dates.ts';
import { pickText } from '../../../core/text/languages.ts';
import { useHistory } from '../../data/queries.ts';
import type { RecordWithResponse } from '../../data/types.ts';
import { useValidator } from '../../data/validator.ts';
import { instant } from '../../data/words.ts';
import { QrCode } from '../../shell/QrCode.tsx';
import { DotSeparated } from '../../theme/RecordName.tsx';
import { todayInKabul } from '../../widgets/environment.tsx';
import classes from './Print.module.css';
import { PaperText, PrintedText, TextInLanguages } from './paper.tsx';
import { RecordAnswers } from './RecordAnswers.tsx';

/** Newest changes that are listed. */
const MOST_CHANGES = 8;

interface Props {
  entry: FormEntry;
  form: CompiledForm;
  common: Common;
  shown: RecordWithResponse;
}

export function RecordPaper({ entry, form, common, shown: { record, refs } }: Props) {
  const isConditional = Object.keys(form.conditions).length > 0 || form.expressions !== undefined;
  const validator = useValidator(entry, form.version, isConditional);
  const hidden = validator.data
    ? hiddenFields(form, validator.data, record.data, { today: todayInKabul() })
    : new Set<string>();
  const address = `${window.location.origin}${recordPath(entry, record.id)}`;
  const state = getOwn(common.workflows, form.definition.workflow)?.states.find(
    ({ id }) => id === record.current_state.id,
  );
  const around = { form, constants: common.constants };
  return (
    <>
      <div className={`${classes.head} am-beside am-between am-gap-4 am-start`}>
        <div>
          <p className={classes.help}>
            <PrintedText of={form.definition.title} />
          </p>
          <h1>
            <DotSeparated
              parts={(record.name || record.code || '')
                .split(NAME_SEPARATOR)
                .map((part) => (
                  <TextInLanguages
                    key={part}
                    write={(language) => formatRecordName(part, { language, calendar: defaultCalendar(language) })}
                  />
                ))}
            />
          </h1>
          <p>
            <DotSeparated
              parts={[
                <bdi key="code" dir="ltr">
                  {record.code}
                </bdi>,
                state && <TextInLanguages key="state" write={(language) => pickText(state.label, language)} />,
              ]}
            />
          </p>
        </div>
        <QrCode text={address} label={address} />
      </div>
      {form.sections.map((section) => {
        const fields = section.fields.filter((node) => !hidden.has(node.name));
        return (
          fields.length > 0 && (
            <section key={section.id} className={`${classes.section} am-above-4`}>
              <h2>
                <PrintedText of={section.def.title} />
              </h2>
              {groupRuns(fields).map(({ group, fields: nodes }) => (
                <Fragment key={nodes[0]?.name}>
                  {group && (
                    <h3>
                      <PrintedText of={group.title} />
                    </h3>
                  )}
                  <RecordAnswers nodes={nodes} data={record.data} refs={refs} around={around} />
                </Fragment>
              ))}
            </section>
          )
        );
      })}
      <Changes entry={entry} form={form} common={common} id={record.id} />
    </>
  );
}

function Changes({ entry, form, common, id }: Omit<Props, 'shown'> & { id: string }) {
  const history = useHistory(entry.api, id);
  const steps = getOwn(common.workflows, form.definition.workflow)?.transitions ?? [];
  const newest = [...(history.data?.data ?? [])].sort((a, b) => b.seq - a.seq).slice(0, MOST_CHANGES);
  if (newest.length === 0) return null;
  return (
    <section className={`${classes.section} am-above-4`}>
      <h2>
        <PaperText what="history" />
      </h2>
      <ul className="am-pad-x-4 am-small">
        {newest.map(({ seq, action, at, by, comment }) => {
          const step = steps.find((one) => one.action === action);
          return (
            <li key={seq}>
              {step ? <PrintedText of={step.label} /> : <PaperText what={`app:history.action.${action}`} />} ·{' '}
              <bdi>{by.name}</bdi> · {instant(at)}
              {comment && (
                <>
                  {': '}
                  <bdi>{comment}</bdi>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
