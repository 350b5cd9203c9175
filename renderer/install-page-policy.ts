// Imported first by main.tsx, for its effect: imports run in order, so this is there before any library.
import { installPagePolicy } from './page-policy.js';

installPagePolicy();
