// English: for each code of shared/errors.ts what happened, and the next step.
import type { DocumentReason, ErrorCode } from '../../../shared/errors.js';

interface ErrorText {
  readonly what: string;
  readonly next: string;
}

/** Short names of the reasons, for lists and counts. */
export const reasons = {
  empty: 'Empty',
  'needs-recognition': 'Need text recognition',
  'password-protected': 'Password protected',
  damaged: 'Damaged',
  unsupported: 'Format not read yet',
  'too-large': 'Too large',
  'timed-out': 'Took too long',
  unreadable: 'Can’t be opened',
  vanished: 'Gone while being read',
  incomplete: 'Not whole yet',
  quarantined: 'Set aside',
} satisfies Record<DocumentReason, string>;

export const errors = {
  empty: { what: 'There is no text in it.', next: 'Nothing to do: it is read again when it changes.' },
  'needs-recognition': {
    what: 'It is a picture or has scanned pages, whose words can’t be found yet.',
    next: 'Acervo can recognise them, once everything else is read.',
  },
  'password-protected': {
    what: 'It opens only with a password.',
    next: 'If it is a PDF, or was made by Word, Excel or PowerPoint since 2007, enter its password. If not, save a copy without a password, or leave it out.',
  },
  damaged: { what: 'The file is damaged or cut short.', next: 'Open it in its own app and save it again, then retry.' },
  unsupported: {
    what: 'Acervo can’t read this format yet.',
    next: 'Save it as PDF, text or Markdown to search in it.',
  },
  'too-large': { what: 'It is larger than Acervo reads.', next: 'Split it into smaller files.' },
  'timed-out': {
    what: 'Reading it took too long, so it was left.',
    next: 'Give documents more time in Settings, then retry.',
  },
  unreadable: {
    what: 'The system did not let Acervo open it.',
    next: 'Check the file’s permissions and that its disk is connected, then retry.',
  },
  vanished: {
    what: 'It was moved or deleted before it could be read.',
    next: 'Check the folder again to follow where it went.',
  },
  incomplete: {
    what: 'It is still being written, or only its name is on this computer.',
    next: 'It is read when all of it is here: open it once, or keep it on this computer.',
  },
  quarantined: {
    what: 'Reading it broke the reader twice, so it is not tried any more.',
    next: 'Save it again in its own app, then retry.',
  },
  'wrong-use': { what: 'That could not be done as asked.', next: 'Change it a little and try again.' },
  'not-found': {
    what: 'That is no longer in the library.',
    next: 'Search again, or check the folder.',
  },
  'library-locked': {
    what: 'Another program has this library open.',
    next: 'Close the other Acervo window or command, then try again.',
  },
  'library-newer': {
    what: 'This library was made by a newer Acervo.',
    next: 'Update Acervo, or choose another library folder in Settings.',
  },
  'export-damaged': {
    what: 'This file is not a whole export of a library. Nothing was imported.',
    next: 'Copy it again from where it came from, or export the library again.',
  },
  'export-other-model': {
    what: 'This export was made with another language model.',
    next: 'Open it with the version of Acervo that made it, or add its folders here.',
  },
  'folder-taken': {
    what: 'A folder of the export is already in this library, or two would lie in one place.',
    next: 'Choose another place for it, or remove the folder here first.',
  },
  'store-corrupt': {
    what: 'The library’s own file is damaged.',
    next: 'Try again. If it stays so, choose a new library folder in Settings and add your folders there.',
  },
  'disk-full': { what: 'The disk is full.', next: 'Free some space, then try again.' },
  'disk-error': { what: 'The disk that holds the library reported an error.', next: 'Check the disk, then try again.' },
  'read-only': {
    what: 'The library’s folder can’t be written to.',
    next: 'Check its permissions, or choose another folder in Settings.',
  },
  'model-missing': {
    what: 'The search model that this library was made with is not there.',
    next: 'If you added it, put its folder back, add it again in Settings, or change to another model. If it came with Acervo, install Acervo again. Searching by words goes on working.',
  },
  'model-corrupt': {
    what: 'The search model that this library was made with has changed on disk.',
    next: 'If you added it, put its folder back as it was, or change to another model in Settings. If it came with Acervo, install Acervo again. Searching by words goes on working.',
  },
  'model-incomplete': {
    what: 'This folder is no whole search model.',
    next: 'Choose a folder with config.json, tokenizer.json and the model in onnx.',
  },
  'model-unclear': {
    what: 'The folder doesn’t say how the model is used.',
    next: 'Say how its vectors are pooled; the page of the model tells.',
  },
  'model-unfit': {
    what: 'This model can’t make vectors for Acervo.',
    next: 'Check what was said of it, or choose another model.',
  },
  'model-in-use': {
    what: 'This model is in use, or is being prepared.',
    next: 'Change to another one first, or cancel the change.',
  },
  'offline-chosen': {
    what: 'You chose to stay offline, so nobody was asked.',
    next: 'Switch it off in Settings, Answers.',
  },
  'address-refused': {
    what: 'The base address for answers can’t be used.',
    next: 'Correct it in Settings, Answers: https, or http for a server on this computer.',
  },
  'key-missing': { what: 'There is no key for the host of answers.', next: 'Enter it in Settings, Answers.' },
  'key-refused': {
    what: 'The host does not accept the key.',
    next: 'Enter it again in Settings, Answers, or choose another model.',
  },
  'host-refused': {
    what: 'The host will not answer this.',
    next: 'Check the model and the address in Settings, Answers, or ask in fewer documents.',
  },
  'host-overloaded': { what: 'The host has too much to do right now.', next: 'Ask again in a while.' },
  'host-unreachable': {
    what: 'The host could not be reached.',
    next: 'Check the connection, and the base address in Settings, Answers.',
  },
  'host-failed': { what: 'The host had an error of its own.', next: 'Ask again in a while.' },
  'host-answer-broken': {
    what: 'The host’s answer broke off or made no sense.',
    next: 'Ask again. If it stays so, check the base address in Settings, Answers.',
  },
  'engine-stopped': { what: 'The part that reads and searches stopped.', next: 'Try again.' },
  cancelled: { what: 'Cancelled.', next: 'Nothing to do.' },
  bug: { what: 'Something went wrong inside Acervo.', next: 'Try again. If it stays so, copy the report and send it.' },
} satisfies Record<ErrorCode, ErrorText>;
