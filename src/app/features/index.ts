/** Lists every feature of this installation. A new feature is a folder and a line here. */
import type { Feature } from '../shell/features.ts';
import { accountsFeature } from './accounts/index.ts';
import { albumsFeature } from './albums/index.ts';
import { certificatesFeature } from './certificates/index.ts';
import { choicesFeature } from './choices/index.ts';
import { commonPartsFeature } from './common-parts/index.ts';
import { denialReasonsFeature } from './denial-reasons/index.ts';
import { designerFeature } from './designer/index.ts';
import { logframeFeature } from './logframe/index.ts';
import { mapFeature } from './map/index.ts';
import { offlineFeature } from './offline/index.ts';
import { permissionsFeature } from './permissions/index.ts';
import { personalDataFeature } from './personal-data/index.ts';
import { placesFeature } from './places/index.ts';
import { reportBuilderFeature } from './report-builder/index.ts';
import { restrictionsFeature } from './restrictions/index.ts';
import { versionsFeature } from './versions/index.ts';

export const FEATURES: readonly Feature[] = [
  accountsFeature,
  placesFeature,
  personalDataFeature,
  choicesFeature,
  certificatesFeature,
  albumsFeature,
  logframeFeature,
  denialReasonsFeature,
  offlineFeature,
  permissionsFeature,
  restrictionsFeature,
  versionsFeature,
  designerFeature,
  mapFeature,
  commonPartsFeature,
  reportBuilderFeature,
];
