/** The steps of a form: which sections share one, and that a step stays when one of its sections is hidden. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type FormSteps, useFormSteps } from '../../src/app/screens/form/steps/useSteps.ts';
import { FormStore } from '../../src/app/widgets/store.ts';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { form } from '../support/form.ts';

let end = () => {};
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  localStorage.setItem('formLayout', '{"layout":"steps"}');
});
afterEach(() => end());

/** A form whose sections have so many questions. */
function formWith(sizes: Record<string, number>): CompiledForm {
  const names = (id: string) => Array.from({ length: sizes[id] as number }, (_, n) => `${id}${n}`);
  const sections = Object.fromEntries(Object.keys(sizes).map((id) => [id, names(id)]));
  const hides = { visibleWhen: { field: 'rest0', is: { maximum: 5 } } } as const;
  const fields = Object.values(sections)
    .flat()
    .map((name) => [name, { type: 'integer' as const, ...(name.startsWith('hides') && hides) }]);
  return form({ fields: Object.fromEntries(fields), sections });
}

async function open(compiled: CompiledForm, hash = '') {
  const store = new FormStore(compiled, await loadValidator(compiled), { rest0: 1 }, { today: '2026-11-30' });
  const onShow = vi.fn();
  let steps = {} as FormSteps;
  const Probe = () => {
    steps = useFormSteps(compiled, store, undefined, onShow);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={[`/${hash}`]}>
        <Probe />
      </MemoryRouter>,
    ),
  );
  end = () => act(() => root.unmount());
  const frames = () => act(() => new Promise<void>((done) => setTimeout(done, 50)));
  return { store, onShow, frames, steps: () => steps };
}

it('the first section is a step, short ones after it share steps of at most 20 questions', async () => {
  const { steps, frames } = await open(formWith({ visit: 2, a: 10, b: 10, c: 1, long: 30, d: 2, e: 3 }));
  const all: (readonly string[] | undefined)[] = [];
  for (let n = 0; n < steps().count; n += 1) {
    all.push(steps().shown);
    act(() => steps().move(1));
    await frames();
  }
  expect(all).toEqual([['visit'], ['a', 'b'], ['c'], ['long'], ['d', 'e']]);
});

it('a step stays where it is when its first section is hidden by an answer, and when it comes again', async () => {
  const { store, steps, onShow, frames } = await open(
    formWith({ visit: 1, hides: 2, rest: 2, last: 1 }),
    '#step-hides',
  );
  expect([steps().index, steps().shown]).toEqual([1, ['hides', 'rest', 'last']]);
  act(() => store.set({ rest0: 9 }));
  await frames();
  expect([steps().index, steps().shown]).toEqual([1, ['rest', 'last']]);
  act(() => store.set({ rest0: 2 }));
  await frames();
  expect([steps().index, steps().shown]).toEqual([1, ['hides', 'rest', 'last']]);
  expect(onShow).not.toHaveBeenCalled();
});

it('an address with a section that the form has not shows the first step', async () => {
  const { steps } = await open(formWith({ visit: 1, a: 2, b: 2 }), '#step-__proto__');
  expect(steps().shown).toEqual(['visit']);
});
