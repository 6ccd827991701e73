/**
 * Everything besides records that a device needs: paths of ordinary GET requests, each with a hash of its response. A device
 * requests those whose hash differs from what it has.
 */
import { createHash } from 'node:crypto';
import { PROBLEM_FORM } from '../../../core/definitions/rows.ts';
import { shareCodes } from '../../../core/definitions/sharedCodes.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { SyncReferenceEntry, SyncRules } from '../../../core/generated/api.ts';
import { memoizeByObject } from '../../../core/memoize.ts';
import { seesSomePlaces, visiblePlaces } from '../../../core/records/permission.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { Services } from '../../http/services.ts';
import { savedViewVersions } from '../../records/savedViews.ts';
import { formHeading } from '../definitions.ts';
import { placesByProvince, provincesOfActor } from './places.ts';

/** `account` is what the session says of the person. Names are in the language of the request, so it is part of the hashes. */
export async function syncReferenceOf(
  services: Services,
  actor: Actor,
  account: unknown,
): Promise<SyncReferenceEntry[]> {
  const { registry } = services;
  const { constants, navigation, workflows, permissions } = registry.common();
  const language = actor.language;
  const entry = (path: string, ...content: unknown[]): SyncReferenceEntry => ({ path, hash: jsonHashOf(content) });
  const seen = registry.forms().filter((form) => seesSomePlaces(visiblePlaces(actor, form, permissions)));
  const views = await savedViewVersions(services.database.read, actor.id);
  return [
    entry('session', account, language, wholeHash(permissions)),
    entry('common', constants, navigation, workflows, permissions.roles),
    entry('sync/rules', syncRulesOf(services)),
    entry(
      'definitions',
      registry.forms().map((form) => formHeading(services, form, actor)),
    ),
    ...[...seen.map(({ form }) => form), PROBLEM_FORM].flatMap((name) => definitionsOf(services, name)),
    ...registry
      .lists()
      .map((list) => entry(`master-tables/${list}?all=1`, wholeHash(registry.choices(list)), language)),
    ...seen.flatMap((form) => {
      const marks = views.get(form.form);
      // What a view shows of restricted questions follows the rights of its reader, which the heading says.
      return marks ? [entry(`views/${form.form}`, marks, formHeading(services, form, actor), language)] : [];
    }),
    entry('provinces', districtsHash(registry.places()), language),
    entry('districts', districtsHash(registry.places()), language),
    ...provincesOfActor(services, actor).map((id) =>
      entry(`sync/places?province=${id}`, placesByProvince(services).get(id)?.hash ?? '', language),
    ),
  ];
}

/** Returns all versions of a form. Those that no new record will be captured with are needed only for records that have them. */
function definitionsOf({ registry }: Services, name: string): SyncReferenceEntry[] {
  const versions = registry.versions(name);
  const newest = versions.at(-1)?.version;
  const offered = new Set(registry.turns(name).map(({ version }) => version));
  const numbers = versions.map(({ version }) => version);
  return versions.map((form) => ({
    path: `definitions/${name}/${form.version}`,
    hash: jsonHashOf([definitionHash(form), numbers]),
    ...(form.version !== newest && !offered.has(form.version) && { earlier: true }),
  }));
}

/** Rules that the server applies and screens do not show: a device judges with them what the server judges otherwise. */
export function syncRulesOf({ registry }: Services): SyncRules {
  const { permissions, home, review } = registry.common();
  const withdrawn: Record<string, { at: string; reason: string }> = {};
  const starts: Record<string, string> = {};
  for (const { form } of registry.forms())
    for (const version of registry.versions(form)) {
      const decision = registry.withdrawal(version);
      if (decision) withdrawn[version.key] = { at: decision.at, reason: decision.reason };
      const start = registry.start(version);
      if (start) starts[version.key] = start.from_day;
    }
  return { permissions: { ...permissions }, home: { ...home }, review: { ...review }, withdrawn, starts };
}

// A definition, list or map of places that did not change is the same object.
const definitionHash = memoizeByObject('hashes of definitions', ({ definition, contract, row }: CompiledForm) =>
  jsonHashOf([definition, shareCodes(contract), row?.definition, row?.contract]),
);
const districtsHash = memoizeByObject('hash of districts', (places: ReturnType<Services['registry']['places']>) =>
  jsonHashOf([...places.values()].filter(({ level }) => level !== 'village')),
);
const wholeHash = memoizeByObject('hashes of lists and permissions', (content: object) => jsonHashOf(content));

export function jsonHashOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}
