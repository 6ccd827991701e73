import { fixedRadios } from '../controls/FixedRadios.tsx';

export const Input = fixedRadios('yesNo');
