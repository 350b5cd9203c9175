// The library's models and passages, as the settings show them.
import { useEffect, useState } from 'react';
import type { ModelsState } from '../../../shared/domain/models.js';
import { bridge, unwrap } from '../../api/client.js';
import { useRemote } from '../../api/remote-store.js';
import { libraryStatus, useIsEngineReady } from '../../api/stores.js';

export interface Models {
  /** Null until it is known. */
  readonly state: ModelsState | null;
  readonly reload: () => void;
}

/** Asked anew with each change of the library: another model may have taken its place. */
export function useModels(): Models {
  const isReady = useIsEngineReady();
  const status = useRemote(libraryStatus);
  const [state, setState] = useState<ModelsState | null>(null);
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both say that it may be another one now
  useEffect(() => {
    if (!isReady) return;
    let isStale = false;
    unwrap(bridge.models.state()).then(
      (next) => {
        if (!isStale) setState(next);
      },
      // An engine that has just gone is asked again when it is back.
      () => null,
    );
    return () => {
      isStale = true;
    };
  }, [isReady, count, status?.generation]);
  return { state, reload: () => setCount((before) => before + 1) };
}
