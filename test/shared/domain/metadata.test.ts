// Conditions on the keys of documents, as they are typed.
import { expect, it } from 'vitest';
import { readMetaCondition } from '../../../shared/domain/metadata.js';

it.each([
  ['version=2', { key: 'version', comparison: '=', values: ['2'] }],
  ['year >= 2020', { key: 'year', comparison: '>=', values: ['2020'] }],
  ['tags=a,b', { key: 'tags', comparison: '=', values: ['a', 'b'] }],
  ['note=a=b', { key: 'note', comparison: '=', values: ['a=b'] }],
])('reads %s', (source, condition) => {
  expect(readMetaCondition(source)).toEqual(condition);
});

it.each(['version', '=2', 'year=', 'year<>5', 'year!=5', 'year==5', 'year=>5', 'year=<5', 'year~=5', 'year>>5'])(
  'does not take %s for a condition',
  (source) => {
    expect(readMetaCondition(source)).toBeNull();
  },
);

it('takes any value between quotation marks', () => {
  expect(readMetaCondition('formula==A1', false)).toEqual({ key: 'formula', comparison: '=', values: ['=A1'] });
});
