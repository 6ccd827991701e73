/** Checks that the files in forms/common use only names that exist. */
import type { SourceFile, SourceFiles } from '../definitions/files.ts';
import type { ChoiceList, CommonSources, FormDefinition, Workflow } from '../definitions/types.ts';
import { getOwn } from '../json.ts';
import { SYSTEM_ACTIONS } from '../records/rights.ts';
import type { IssueCode, IssueParams, ReportIssue } from './issues/issue.ts';
import { judgeFindings } from './judges.ts';

export type CommonFiles = Partial<CommonSources>;

/** Takes out of all files what forms share. */
export function commonFilesOf(files: SourceFiles): CommonFiles {
  const found = [...files.values()];
  const first = <T>(kind: SourceFile['kind']): T | undefined =>
    found.find((file) => file.kind === kind)?.json as T | undefined;
  const all = <T>(kind: SourceFile['kind']): T[] =>
    found.filter((file) => file.kind === kind).map((file) => file.json as T);
  const common: CommonFiles = {
    workflows: Object.fromEntries(all<Workflow>('workflow').map((one) => [one.workflow, one])),
    choices: Object.fromEntries(all<ChoiceList>('choices').map((one) => [one.list, one])),
  };
  for (const kind of ['constants', 'permissions', 'navigation', 'home', 'retention', 'review', 'public'] as const) {
    const file = first<never>(kind);
    if (file !== undefined) common[kind] = file;
  }
  return common;
}

export function checkCommon(
  common: CommonFiles,
  formsByName: ReadonlyMap<string, FormDefinition>,
  report: (
    kind: 'permissions' | 'navigation' | 'home' | 'retention' | 'workflow' | 'choices',
    name: string,
    pointer: string,
    code: IssueCode,
    params: IssueParams,
  ) => void,
): void {
  const { permissions, navigation } = common;
  const steps = new Set(
    Object.values(common.workflows ?? {}).flatMap((workflow) => workflow.transitions.map((one) => one.action)),
  );
  const states = new Set(
    Object.values(common.workflows ?? {}).flatMap((workflow) => workflow.states.map((one) => one.id)),
  );
  if (permissions) {
    checkPermissions(permissions, { steps, states }, formsByName, (...issue) => report('permissions', '', ...issue));
    for (const { code, params } of judgeFindings(common, formsByName.values()))
      if (code === 'judge_none') report('permissions', '', '/rules', code, params);
  }
  const entries = [
    ...(navigation?.departments ?? []).flatMap((department, d) =>
      department.items.map((item, i) => [item, `/departments/${d}/items/${i}`] as const),
    ),
    ...(navigation?.bar ?? []).map((item, i) => [item, `/bar/${i}`] as const),
  ];
  for (const [item, at] of entries) {
    if (item.form !== undefined && !formsByName.has(item.form))
      report('navigation', '', `${at}/form`, 'form_unknown', { name: item.form });
    if (item.form === undefined && item.title === undefined) report('navigation', '', at, 'entry_untitled', {});
  }
  for (const [i, { form }] of (navigation?.quick ?? []).entries())
    if (!formsByName.has(form)) report('navigation', '', `/quick/${i}/form`, 'form_unknown', { name: form });
  if (common.home) checkHome(common.home, permissions, formsByName, (...issue) => report('home', '', ...issue));
  for (const [index, { forms, anonymise }] of (common.retention?.rules ?? []).entries()) {
    const say = (pointer: string, code: IssueCode, name: string): void =>
      report('retention', '', `/rules/${index}/${pointer}`, code, { name });
    const fields = forms.flatMap((name) => Object.keys(formsByName.get(name)?.fields ?? {}));
    for (const [i, name] of forms.entries()) if (!formsByName.has(name)) say(`forms/${i}`, 'form_unknown', name);
    for (const [i, state] of (anonymise?.states ?? []).entries())
      if (!states.has(state)) say(`anonymise/states/${i}`, 'state_nowhere', state);
    const answers = Array.isArray(anonymise?.answers) ? anonymise.answers : [];
    for (const [i, name] of answers.entries())
      if (!fields.includes(name)) say(`anonymise/answers/${i}`, 'field_unknown', name);
  }
  for (const [name, workflow] of Object.entries(common.workflows ?? {})) {
    const own = new Set(workflow.states.map((state) => state.id));
    const say = (pointer: string, state: string): void =>
      report('workflow', name, pointer, 'state_unknown', { name: state });
    if (!own.has(workflow.initial)) say('/initial', workflow.initial);
    for (const [t, { from, to }] of workflow.transitions.entries()) {
      if (!own.has(to)) say(`/transitions/${t}/to`, to);
      for (const [f, state] of from.entries()) if (!own.has(state)) say(`/transitions/${t}/from/${f}`, state);
    }
  }
  for (const [name, choices] of Object.entries(common.choices ?? {}))
    checkItems(choices, common, (pointer, code, params = {}) => report('choices', name, pointer, code, params));
}

interface Known {
  steps: ReadonlySet<string>;
  states: ReadonlySet<string>;
}

/** Checks the names in rules, in steps that need four eyes, and in areas of work. */
function checkPermissions(
  { roles: own, rules, fourEyes = [], areas = [] }: CommonSources['permissions'],
  { steps, states }: Known,
  formsByName: ReadonlyMap<string, FormDefinition>,
  report: (pointer: string, code: IssueCode, params: IssueParams) => void,
): void {
  const roles = new Set(own.map((role) => role.id));
  const kinds = new Set<string>([...formsByName.values()].map((form) => form.kind));
  const unknown = (at: string, names: readonly string[] = [], isKnown: (name: string) => boolean, code: IssueCode) => {
    for (const [index, name] of names.entries()) if (!isKnown(name)) report(`${at}/${index}`, code, { name });
  };
  const isForm = (name: string) => formsByName.has(name);
  const isKind = (kind: string) => KINDS.has(kind) || kinds.has(kind);
  const isStep = (action: string) => steps.has(action);
  for (const [index, rule] of rules.entries()) {
    const at = `/rules/${index}`;
    unknown(`${at}/roles`, rule.roles, (role) => roles.has(role), 'role_unknown');
    unknown(`${at}/forms`, rule.forms, isForm, 'form_unknown');
    unknown(`${at}/kinds`, rule.kinds, isKind, 'kind_unknown');
    unknown(`${at}/states`, rule.states, (state) => states.has(state), 'state_nowhere');
    unknown(`${at}/actions`, rule.actions, (action) => ACTIONS.has(action) || isStep(action), 'action_unknown');
  }
  for (const [index, rule] of fourEyes.entries()) {
    const at = `/fourEyes/${index}`;
    unknown(`${at}/forms`, rule.forms, isForm, 'form_unknown');
    unknown(`${at}/kinds`, rule.kinds, isKind, 'kind_unknown');
    // Besides steps, publishing a version of a form can be left to somebody else than its authors.
    unknown(`${at}/actions`, rule.actions, (action) => action === 'definitions' || isStep(action), 'action_unknown');
  }
  for (const [index, area] of areas.entries()) {
    const at = `/areas/${index}`;
    unknown(`${at}/roles`, area.roles, (role) => roles.has(role), 'role_unknown');
    unknown(`${at}/forms`, area.forms, isForm, 'form_unknown');
  }
}

/** Checks the names in the home screens, and that the last home, and no other, fits everybody. */
function checkHome(
  { homes }: CommonSources['home'],
  permissions: CommonSources['permissions'] | undefined,
  formsByName: ReadonlyMap<string, FormDefinition>,
  report: (pointer: string, code: IssueCode, params: IssueParams) => void,
): void {
  const roles = new Set(permissions?.roles.map((role) => role.id));
  const programmes = new Set<string>([...formsByName.values()].map((form) => form.programme));
  for (const [index, { roles: own = [], programmes: some = [], id }] of homes.entries()) {
    const at = `/homes/${index}`;
    for (const [i, name] of own.entries())
      if (permissions && !roles.has(name)) report(`${at}/roles/${i}`, 'role_unknown', { name });
    for (const [i, name] of some.entries())
      if (!programmes.has(name)) report(`${at}/programmes/${i}`, 'programme_unknown', { name });
    const fitsAll = own.length === 0 && some.length === 0;
    if (fitsAll !== (index === homes.length - 1)) report(at, 'home_order', { name: id });
  }
}

const KINDS = new Set(['site', 'sheet', 'survey', 'record', 'event', 'person', 'table', 'log']);
/** Actions of the engine, in addition to workflow transitions. */
const ACTIONS: ReadonlySet<string> = new Set(['*', 'create', 'view', 'edit', 'delete', 'share', ...SYSTEM_ACTIONS]);

function checkItems(own: ChoiceList, { choices: lists = {} }: CommonFiles, report: ReportIssue): void {
  const { items, attributes, parentList } = own;
  const parents = getOwn(lists, parentList ?? own.list);
  if (parentList !== undefined && !parents) report('/parentList', 'list_unknown', { name: parentList });
  const ids = new Set<string>();
  for (const [index, item] of items.entries()) {
    if (ids.has(item.id)) report(`/items/${index}/id`, 'item_twice', { name: item.id });
    ids.add(item.id);
  }
  const parentIds = new Set(parents?.items.map(({ id }) => id));
  for (const [index, item] of items.entries()) {
    if (item.parent !== undefined && parents && !parentIds.has(item.parent))
      report(`/items/${index}/parent`, 'item_unknown', { name: item.parent });
    if (item.mergedInto !== undefined && (item.mergedInto === item.id || !ids.has(item.mergedInto)))
      report(`/items/${index}/mergedInto`, 'item_unknown', { name: item.mergedInto });
    for (const [name, { type }] of Object.entries(attributes ?? {})) {
      const value = getOwn(item.extra as Record<string, unknown> | undefined, name);
      if (value !== undefined && typeof value !== type)
        report(`/items/${index}/extra/${name}`, 'item_attribute', { name, type });
    }
  }
}
