/** Lists every feature of this installation. A new feature is a folder and a line here. */
import type { Feature } from '../shell/features.ts';
import { accounts } from './accounts/index.ts';
import { albums } from './albums/index.ts';
import { certificates } from './certificates/index.ts';
import { choices } from './choices/index.ts';
import { commonParts } from './common-parts/index.ts';
import { denialReasons } from './denial-reasons/index.ts';
import { designer } from './designer/index.ts';
import { logframe } from './logframe/index.ts';
import { map } from './map/index.ts';
import { offline } from './offline/index.ts';
import { permissions } from './permissions/index.ts';
import { personalData } from './personal-data/index.ts';
import { places } from './places/index.ts';
import { reportBuilder } from './report-builder/index.ts';
import { restrictions } from './restrictions/index.ts';
import { versions } from './versions/index.ts';

export const FEATURES: readonly Feature[] = [
  accounts,
  places,
  personalData,
  choices,
  certificates,
  albums,
  logframe,
  denialReasons,
  offline,
  permissions,
  restrictions,
  versions,
  designer,
  map,
  commonParts,
  reportBuilder,
];
