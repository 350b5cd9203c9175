// Keys of the search view.
import { describe, expect, it } from 'vitest';
import { type KeyPress, keyIntent } from '../../../../renderer/features/search/list-keys.js';

const press = (key: string, more: Partial<KeyPress> = {}) =>
  keyIntent({ key, isCommand: false, on: 'passage', hasSelection: false, ...more });

describe('a key in the search view', () => {
  it('walks and opens from a passage', () => {
    expect([press('ArrowDown'), press('ArrowUp'), press('Enter'), press('Escape')]).toEqual([
      'down',
      'up',
      'open',
      'back',
    ]);
  });

  it('opens in the document’s own app with Ctrl+Enter, from the box too', () => {
    expect(press('Enter', { isCommand: true, on: 'box' })).toBe('open-in-app');
  });

  it('copies with source only where no text is selected', () => {
    expect(press('c', { isCommand: true })).toBe('copy');
    expect(press('c', { isCommand: true, hasSelection: true })).toBeNull();
  });

  it('goes on typing in the box from anywhere in the list', () => {
    expect(press('x')).toBe('type');
    expect(press('x', { on: 'box' })).toBeNull();
  });

  it('leaves Enter to a control inside a card, and Up to the box', () => {
    expect(press('Enter', { on: 'control' })).toBeNull();
    expect(press('ArrowUp', { on: 'box' })).toBeNull();
  });

  it('clears the box with Escape', () => {
    expect(press('Escape', { on: 'box' })).toBe('clear');
  });
});
