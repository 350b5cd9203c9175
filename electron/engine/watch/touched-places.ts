// The places of each root that have to be looked at: those inside others are left out, and very many become few.

/** More places than this are looked at by the folders that hold them. */
const maxPlaces = 200;
/** So many events at once may be more than the system could keep: then all of the root is looked at. */
const maxEvents = 5_000;

export class TouchedPlaces {
  readonly #byRoot = new Map<number, { readonly places: Set<string>; events: number }>();

  get isEmpty(): boolean {
    return this.#byRoot.size === 0;
  }

  add(folderId: number, place: string): void {
    const touched = this.#byRoot.get(folderId) ?? { places: new Set<string>(), events: 0 };
    this.#byRoot.set(folderId, touched);
    touched.events += 1;
    if (touched.places.size < maxEvents) touched.places.add(place);
  }

  forget(folderId: number): void {
    this.#byRoot.delete(folderId);
  }

  /** Gives all and begins anew. */
  take(): ReadonlyMap<number, readonly string[]> {
    const taken = new Map<number, readonly string[]>();
    for (const [folderId, { places, events }] of this.#byRoot) {
      taken.set(folderId, events >= maxEvents ? [''] : fewPlaces([...places], maxPlaces));
    }
    this.#byRoot.clear();
    return taken;
  }
}

/** The same places or folders around them, none inside another, at most `most`. */
export function fewPlaces(places: readonly string[], most: number): readonly string[] {
  let few = outermost(places);
  for (let depth = Math.max(0, ...few.map(depthOf)) - 1; few.length > most; depth -= 1) {
    few = outermost(few.map((place) => place.split('/').slice(0, Math.max(0, depth)).join('/')));
  }
  return few;
}

function depthOf(place: string): number {
  return place === '' ? 0 : place.split('/').length;
}

function outermost(places: readonly string[]): readonly string[] {
  if (places.includes('')) return [''];
  const kept: string[] = [];
  // A folder sorts before what lies in it, though not always right before.
  const sorted = [...new Set(places)].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const known = new Set<string>();
  for (const place of sorted) {
    const parts = place.split('/');
    const isInside = parts.some((_, count) => count > 0 && known.has(parts.slice(0, count).join('/')));
    if (isInside) continue;
    known.add(place);
    kept.push(place);
  }
  return kept;
}
