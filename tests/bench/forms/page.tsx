/** The measured page: our editor mounted as in the product, or plain HTML. `window.open_` renders it. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import constants from '../../../forms/common/constants.json';
import { makeQueryClient } from '../../../src/app/data/queries.ts';
import { FormEditor } from '../../../src/app/screens/form/Editor.tsx';
import { startI18n } from '../../../src/app/shell/i18n.ts';
import { compileForm } from '../../../src/core/definitions/compile.ts';
import type { Constants, ValidatorModule } from '../../../src/core/definitions/types.ts';
import { validatorRuntime } from '../../../src/core/definitions/validatorRuntime.ts';
import type { FormEntry } from '../../../src/core/generated/api.ts';
import '../../../src/app/theme/styles.ts';
import { cssVariables, mantineTheme } from '../../../src/app/theme/theme.ts';
import { WidgetProvider } from '../../../src/app/widgets/environment.tsx';
import { registry } from '../../../src/app/widgets/registry.ts';
import type { WidgetSource } from '../../../src/app/widgets/source.ts';
import '../../../src/app/widgets/widgets.css';
import { openBare } from './bare.ts';
import { questionnaire, questions } from './questions.ts';

const root = document.getElementById('root')!;
const environment = {
  language: 'en',
  calendar: 'gregorian',
  constants: constants as unknown as Constants,
  source: {} as WidgetSource,
  registry,
} as const;

async function prepare(count: number): Promise<() => void> {
  const source = questionnaire(count);
  const path = `/validator-${count}.js`;
  const module = (await import(/* @vite-ignore */ path)) as {
    default: (runtime: typeof validatorRuntime) => ValidatorModule;
  };
  const validator = module.default(validatorRuntime);
  const entry = {
    form: source.definition.form,
    api: { base: 'bench' },
    paths: source.definition.paths,
  } as unknown as FormEntry;
  await startI18n();
  await i18next.loadNamespaces(['form', 'errors']);
  // The shell is rendered before a form opens, so that only the form is measured.
  let show: (screen: ReactNode) => void = () => {};
  const Shell = () => {
    const [screen, setScreen] = useState<ReactNode>(null);
    show = setScreen;
    return screen;
  };
  const router = createMemoryRouter([{ path: '*', element: <Shell /> }]);
  createRoot(root).render(
    <MantineProvider theme={mantineTheme} cssVariablesResolver={cssVariables}>
      <QueryClientProvider client={makeQueryClient()}>
        <WidgetProvider value={environment}>
          <RouterProvider router={router} />
        </WidgetProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  // In the product the shell has shown text before, so its font is loaded.
  await document.fonts.load(`1rem ${mantineTheme.fontFamily}`);
  await new Promise((done) => setTimeout(done, 500));
  return () => {
    // Compiling is part of opening.
    const form = compileForm(source);
    const editor = (
      <FormEditor
        entry={entry}
        form={form}
        validator={validator}
        opened={{}}
        refs={{}}
        moment={{ today: '2026-11-22' }}
        params={{}}
        comments={{}}
        draft={{ key: 'bench', user: 'bench', form: form.form, form_version: 1, client_id: 'bench', path: '/' }}
        backTo="/"
      />
    );
    show(editor);
  };
}

Object.assign(window, {
  prepareOurs: async (count: number) => {
    (window as unknown as { open_: () => void }).open_ = await prepare(count);
  },
  prepareBare: async (count: number) => {
    const all = questions(count);
    (window as unknown as { open_: () => void }).open_ = () => openBare(root, all);
  },
});
document.documentElement.dataset.ready = 'true';
