// The way from a document, wherever it is read, to a conversation about it.
import { createContext, useContext } from 'react';

export type AskAbout = (documentId: string) => void;

export const AskAboutContext = createContext<AskAbout | null>(null);

/** Null where there is no conversation to go to. */
export function useAskAbout(): AskAbout | null {
  return useContext(AskAboutContext);
}
