/** The flow charts of the public page: how a problem gets solved, and how each department works, by the kinds of its forms. */
import { type FlowStep, flowChart } from '../../core/public/flowChart.ts';
import { type Language, pickText } from '../../core/text/languages.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { departmentForms } from './count.ts';

export interface Flow {
  id: string;
  title: string;
  steps: FlowStep[];
  /** Name of the programme, if it is of one. */
  programme?: string;
}

export function publicFlowsOf(registry: FormRegistry, language: Language): Flow[] {
  const { flows = [] } = registry.common().public ?? {};
  const { departments } = registry.common().navigation;
  const forms = departmentForms(registry);
  return flows.flatMap(({ id, title, each, steps }): Flow[] => {
    if (!each)
      return [
        {
          id,
          title: pickText(title, language),
          steps: steps.map(({ text }) => ({ text: pickText(text, language), names: [] })),
        },
      ];
    const needed: readonly string[] = steps[0]?.kinds ?? [];
    return departments.flatMap((department) => {
      const own = forms.filter(({ definition }) => definition.programme === department.id);
      if (!own.some(({ definition }) => needed.includes(definition.kind))) return [];
      const found = steps.flatMap(({ text, kinds }) => {
        const named = own.filter(({ definition }) => kinds?.includes(definition.kind));
        const names = named.map(({ definition }) => pickText(definition.title, language));
        return kinds && names.length === 0 ? [] : [{ text: pickText(text, language), names }];
      });
      const name = pickText(department.heading ?? department.title, language);
      return [
        { id: `${id}-${department.id}`, title: `${pickText(title, language)}: ${name}`, steps: found, programme: name },
      ];
    });
  });
}

/** Returns the chart as SVG; undefined if there is none of that name. */
export function flowSvg(registry: FormRegistry, id: string, language: Language): string | undefined {
  const flow = publicFlowsOf(registry, language).find((one) => one.id === id);
  return flow && flowChart(flow.title, flow.steps, language);
}
