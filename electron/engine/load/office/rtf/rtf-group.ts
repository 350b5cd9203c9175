// What holds inside one of RTF's groups: where its text goes, in which font, and what the paragraph looks like.
import type { FlowPiece } from '../flow.js';
import type { ParagraphLook, RtfStory } from './rtf-story.js';

/** What the text of a group is for. */
export type GroupUse = 'text' | 'fonts' | 'styles' | 'title' | 'mark' | 'info';

export interface RtfGroup {
  use: GroupUse;
  story: RtfStory;
  /** -1 is the document's default. */
  font: number;
  /** Font of two-byte text, where the file keeps it apart. */
  wideFont: number | null;
  isWide: boolean;
  isHidden: boolean;
  isDeleted: boolean;
  /** Characters that stand behind each `\u` for readers without Unicode. */
  fallbackCharacters: number;
  style: number | null;
  outlineLevel: number | null;
  isInTable: boolean;
  isListItem: boolean;
  isHeaderRow: boolean;
  isNote: boolean;
  /** Takes the story when the group ends; null where the group did not open one. */
  onStoryEnd: ((pieces: readonly FlowPiece[]) => void) | null;
}

export function firstGroup(story: RtfStory): RtfGroup {
  return {
    use: 'text',
    story,
    font: -1,
    wideFont: null,
    isWide: false,
    isHidden: false,
    isDeleted: false,
    fallbackCharacters: 1,
    ...plainParagraph,
    isHeaderRow: false,
    isNote: false,
    onStoryEnd: null,
  };
}

const plainParagraph = { style: null, outlineLevel: null, isInTable: false, isListItem: false } as const;

/** Follows the words that change how text looks; those that say nothing about what is seen are passed over. */
export function applyFormat(group: RtfGroup, name: string, value: number | null): void {
  switch (name) {
    case 'f':
      group.font = value ?? -1;
      break;
    case 'dbch':
      group.isWide = true;
      break;
    case 'loch':
    case 'hich':
      group.isWide = false;
      break;
    case 'af':
      if (group.isWide) group.wideFont = value;
      break;
    case 'plain':
      Object.assign(group, { font: -1, isHidden: false, isDeleted: false, isWide: false });
      break;
    case 'v':
      group.isHidden = value !== 0;
      break;
    case 'deleted':
      group.isDeleted = value !== 0;
      break;
    case 'uc':
      group.fallbackCharacters = Math.max(0, Math.min(value ?? 1, 16));
      break;
    default:
      applyParagraphFormat(group, name, value);
  }
}

function applyParagraphFormat(group: RtfGroup, name: string, value: number | null): void {
  switch (name) {
    case 'pard':
      Object.assign(group, plainParagraph);
      break;
    case 's':
      group.style = value;
      break;
    case 'outlinelevel':
      group.outlineLevel = value;
      break;
    case 'intbl':
      group.isInTable = value !== 0;
      break;
    case 'ls':
      group.isListItem = value !== null && value > 0;
      break;
    case 'trowd':
      group.isHeaderRow = false;
      break;
    case 'trhdr':
      group.isHeaderRow = true;
      break;
    default:
  }
}

/** `styleLevels`: which styles are headings. */
export function lookOf(group: RtfGroup, styleLevels: ReadonlyMap<number, number>): ParagraphLook {
  const own = group.outlineLevel !== null && group.outlineLevel < 9 ? group.outlineLevel + 1 : null;
  return {
    headingLevel: own ?? styleLevels.get(group.style ?? 0) ?? null,
    isInTable: group.isInTable,
    isListItem: group.isListItem,
  };
}
