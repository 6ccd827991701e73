/** Answers by section, as definition lists. Fields whose condition does not hold now are not part of the record. */
import { useQuery } from '@tanstack/react-query';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { hiddenFields } from '../../../core/form/index.ts';
import type { RecordView, Refs } from '../../data/types.ts';
import { loadFormValidator } from '../../data/validator.ts';
import { isFallback, text } from '../../data/words.ts';
import { FieldDisplay } from '../../widgets/FieldDisplay.tsx';
import classes from './Detail.module.css';

const WIDE = new Set(['longtext', 'table', 'problems', 'matrix', 'image', 'note']);

interface Props {
  form: CompiledForm;
  sections: string[] | undefined;
  record: RecordView;
  refs: Refs;
}

export function Sections({ form, sections, record, refs }: Props) {
  const validator = useQuery({
    queryKey: ['validator', form.key],
    queryFn: () => loadFormValidator(form.form, form.version),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: Object.keys(form.conditions).length > 0,
  });
  const hidden = validator.data ? hiddenFields(form, validator.data, record.data) : new Set<string>();
  return form.sections
    .filter((section) => !sections || sections.includes(section.id))
    .map((section) => {
      const fields = section.fields.filter(
        (node) => node.type !== 'hidden' && node.type !== 'note' && !hidden.has(node.name),
      );
      if (!fields.length) return null;
      return (
        <section key={section.id} className={classes.section}>
          <h2 {...(isFallback(section.def.title) && { lang: 'en', dir: 'ltr' })}>{text(section.def.title)}</h2>
          <dl className={classes.facts}>
            {fields.map((node) => (
              <div key={node.name} data-field={node.name} data-wide={WIDE.has(node.type) || undefined}>
                <dt {...(isFallback(node.def.label) && { lang: 'en', dir: 'ltr' })}>{text(node.def.label)}</dt>
                <dd>
                  <FieldDisplay node={node} data={record.data} refs={refs} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      );
    });
}
