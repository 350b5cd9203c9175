// All Spanish strings.
import type { english } from '../en/english.js';
import type { Translated } from '../translated.js';
import { chat } from './chat.js';
import { common } from './common.js';
import { errors, reasons } from './errors.js';
import { folders, usualIgnores } from './folders.js';
import { library, stateMeanings, states } from './library.js';
import { models } from './models.js';
import { search } from './search.js';
import { settings } from './settings.js';
import { viewer } from './viewer.js';

export const spanish: Translated<typeof english> = {
  common,
  chat,
  errors,
  reasons,
  folders,
  usualIgnores,
  library,
  states,
  stateMeanings,
  models,
  search,
  settings,
  viewer,
};
