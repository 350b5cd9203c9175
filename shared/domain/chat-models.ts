// The models that answers can be written with, and which of them are used as long as nobody chose another.

export interface ChatModel {
  /** As the host names it. */
  readonly id: string;
  readonly label: string;
}

export const chatModels: readonly ChatModel[] = [
  { id: 'claude-opus-5-5', label: 'Claude Opus 5.5' },
  { id: 'claude-sonnet-5-5', label: 'Claude Sonnet 5.5' },
  { id: 'claude-haiku-5-5', label: 'Claude Haiku 5.5' },
];

export const defaultChatModel = 'claude-sonnet-5-5';
export const defaultFastModel = 'claude-haiku-5-5';
export const defaultBaseUrl = 'https://api.anthropic.com';
