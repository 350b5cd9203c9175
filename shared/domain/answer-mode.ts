// Who answers, by the settings. Apart from their schemas, which the page does not load.
import type { AnswerMode } from './chat.js';
import { hostAddress } from './host-address.js';
import type { Settings } from './settings.js';

/** A model is asked only after the person has read what is sent to that very host and agreed. */
export function answerModeOf(settings: Settings): AnswerMode {
  const host = hostAddress(settings.chatBaseUrl)?.host;
  return settings.answerMode === 'model' && settings.agreedToSendTo === host ? 'model' : 'extractive';
}
