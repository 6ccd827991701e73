/** The blank form: every section and question, with room for signatures. */
import { Fragment } from 'react';
import { groupRuns } from '../../../core/definitions/sections.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Common, FormEntry } from '../../../core/generated/api.ts';
import { formatNumber } from '../../../core/text/letters.ts';
import { QrCode } from '../../shell/QrCode.tsx';
import { BlankQuestions } from './BlankQuestion.tsx';
import classes from './Print.module.css';
import { PrintedCondition } from './PrintedCondition.tsx';
import { PaperText, PrintedText, paperLabel, TextInLanguages } from './paper.tsx';

interface Props {
  entry: FormEntry;
  form: CompiledForm;
  common: Common;
}

export function BlankPaper({ form, common }: Props) {
  const around = { form, constants: common.constants };
  return (
    <>
      <div className={`${classes.head} am-beside am-between am-gap-4 am-start`}>
        <div>
          <h1>
            <PrintedText of={form.definition.title} />
          </h1>
          <p className={classes.help}>
            <TextInLanguages
              write={(language) => paperLabel(language, 'version', { version: formatNumber(form.version, language) })}
            />
          </p>
          <p className={classes.help}>
            <PaperText what="required" />
          </p>
        </div>
        <QrCode text={form.key} label={form.key} />
      </div>
      {form.sections.map((section) => (
        <section key={section.id} className={`${classes.section} am-above-4`}>
          <h2>
            <PrintedText of={section.def.title} apart />
          </h2>
          {section.def.help && (
            <p className={classes.help}>
              <PrintedText of={section.def.help} apart />
            </p>
          )}
          <PrintedCondition when={section.def.visibleWhen} around={around} />
          {groupRuns(section.fields).map(({ group, fields }) => (
            <Fragment key={fields[0]?.name}>
              {group && (
                <h3>
                  <PrintedText of={group.title} />
                </h3>
              )}
              <PrintedCondition when={group?.visibleWhen} around={around} />
              <BlankQuestions nodes={fields} around={around} />
            </Fragment>
          ))}
        </section>
      ))}
      <div className={`${classes.signatures} am-stack am-halves am-gap-4 am-above-4`}>
        {['filledBy', 'receivedBy'].map((who) => (
          <p key={who}>
            <PaperText what={who} />
            <span className={classes.line} style={{ display: 'block' }} />
          </p>
        ))}
      </div>
    </>
  );
}
