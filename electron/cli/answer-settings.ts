// Who writes the command line's answers: a host where a key or a base address is given, else nobody (quotes).
import type { AnswerMode, ChatSettings } from '../../shared/domain/chat.js';
import { defaultBaseUrl, defaultFastModel, defaultModel } from '../../shared/domain/chat-models.js';
import { AppError } from '../../shared/errors.js';
import { readHostAddress } from '../engine/chat/host-address.js';
import type { LibraryChat } from '../engine/chat/library-chat.js';
import { optionOf, type ParsedArguments } from './arguments.js';

/** The key comes from here, never from the arguments: those are seen by every program of the machine. */
const keyVariable = 'ANTHROPIC_API_KEY';

/** Hands settings and key to the library. @throws AppError `wrong-use` for a host and `--extractive` at once */
export function chooseAnswerMode(
  parsed: ParsedArguments,
  chat: LibraryChat,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): AnswerMode {
  const baseUrl = optionOf(parsed, 'base-url');
  const model = optionOf(parsed, 'model');
  const key = environment[keyVariable]?.trim() || null;
  if (parsed.flags.has('extractive')) {
    if (baseUrl === undefined && model === undefined) return 'extractive';
    throw new AppError('wrong-use', 'Give either --extractive or a host with --base-url and --model, not both.');
  }
  if (baseUrl === undefined && key === null) {
    if (model === undefined) return 'extractive';
    throw new AppError('wrong-use', `--model needs a key in ${keyVariable}, or a host that needs none in --base-url.`);
  }
  const settings: ChatSettings = {
    baseUrl: baseUrl ?? defaultBaseUrl,
    model: model ?? defaultModel,
    fastModel: defaultFastModel,
    stayOffline: false,
  };
  // A key is its host's alone: another one gets it where it is meant to.
  chat.set(settings, readHostAddress(settings.baseUrl).isOfficial || parsed.flags.has('send-key') ? key : null);
  return 'model';
}
