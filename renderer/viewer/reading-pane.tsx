// The reading pane: a document in its place, with what can be done with it.
import { Button } from '@mantine/core';
import { lazy, type Ref, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentDetails as DocumentDetailsOf } from '../../shared/domain/document.js';
import { isChosenEncoding } from '../../shared/domain/encodings.js';
import type { AppError } from '../../shared/errors.js';
import { bridge, unwrap } from '../api/client.js';
import { useAction } from '../api/use-action.js';
import { useCall } from '../api/use-call.js';
import { BrokenPart } from '../components/broken-part.js';
import { ErrorBoundary } from '../components/error-boundary.js';
import { hasSelection } from '../components/has-selection.js';
import { fileName } from '../format/path-parts.js';
import { DocumentDetails } from './document-details.js';
import { PaneFooter } from './pane-footer.js';
import { PaneHeader } from './pane-header.js';
import { PictureView } from './picture-view.js';
import styles from './reading-pane.module.css';
import type { ReadingPassage, ReadingTarget } from './reading-target.js';
import { scrollByKey } from './scroll-keys.js';
import { TextBody } from './text-body.js';
import { UnlockNotice } from './unlock-notice.js';
import { useCopyWithSource } from './use-copy-with-source.js';
import { useDocumentDetails } from './use-document-details.js';

/** pdf.js is large and not needed until the first PDF. */
const PdfView = lazy(() => import('./pdf-view.js'));

export interface ReadingPaneProps {
  readonly ref?: Ref<HTMLElement>;
  readonly target: ReadingTarget | null;
  /** False while another view is in front: its keys are not for this pane then. */
  readonly isShown: boolean;
  /** Escape: back to where the person came from. */
  readonly onBack: () => void;
  /** Null where the pane is always there. */
  readonly onClose?: () => void;
  readonly onChoosePassage: (passage: ReadingPassage) => void;
  /** Grows each time the document is asked for as plain text. */
  readonly asReadCalls?: number;
}

/** Those that the window can draw; a TIFF is shown as its recognised text. */
const pictureTypes: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'webp']);
const formattedTypes: ReadonlySet<string> = new Set(['pdf', 'md', 'markdown', 'csv', 'tsv', ...pictureTypes]);

export function ReadingPane({
  ref,
  target,
  isShown,
  onBack,
  onClose,
  onChoosePassage,
  asReadCalls = 0,
}: ReadingPaneProps) {
  const { t } = useTranslation();
  const copy = useCopyWithSource();
  const act = useAction();
  /** Which of its faces the person wants of a document. */
  const [faces, setFaces] = useState<ReadonlyMap<string, 'page' | 'text'>>(new Map());
  const [showsDetails, setShowsDetails] = useState(false);
  const [readAgainId, setReadAgainId] = useState<string | null>(null);
  const shownId = target?.documentId ?? null;
  const info = useDocumentDetails(shownId);
  const choose = (documentId: string, face: 'page' | 'text'): void =>
    setFaces((now) => new Map(now).set(documentId, face));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each call asks for the document of that moment
  useEffect(() => {
    if (asReadCalls > 0 && shownId !== null) choose(shownId, 'text');
  }, [asReadCalls]);

  /** With `encoding` from now on; left out: as before. */
  const readAgain = (documentId: string, encoding?: string | null): void =>
    act(async () => {
      setReadAgainId(documentId);
      const chosen = typeof encoding === 'string' && isChosenEncoding(encoding) ? encoding : null;
      const request = encoding === undefined ? { documentId } : { documentId, encoding: chosen };
      await unwrap(bridge.document.readAgain(request)).finally(() => setReadAgainId(null));
      // What comes out is seen at once.
      if (encoding !== undefined) choose(documentId, 'text');
    });

  if (target === null) {
    return (
      <section ref={ref} className={styles.pane} aria-label={t('viewer.pane')} tabIndex={-1}>
        <p className={styles.nothing}>{t('viewer.nothing')}</p>
      </section>
    );
  }
  const { documentId, passage, path } = target;
  const canFormat = formattedTypes.has(target.type);
  // Of a document that could not be read the first thing to know is why.
  const isAsText = !canFormat || (faces.get(documentId) ?? (info?.state === 'failed' ? 'text' : 'page')) === 'text';
  const wantAsText = (wanted: boolean): void => choose(documentId, wanted ? 'text' : 'page');
  return (
    <section
      ref={ref}
      className={styles.pane}
      aria-label={t('viewer.pane')}
      tabIndex={-1}
      data-testid="reading-pane"
      data-shown-document={documentId}
      onKeyDown={(event) => {
        const isOnPane = event.target === event.currentTarget;
        const isCopy = event.key === 'c' && (event.ctrlKey || event.metaKey);
        // In a field with a list it closes the list.
        const isInList = event.target instanceof HTMLInputElement && event.target.ariaHasPopup === 'listbox';
        if (event.key === 'Escape' && isInList) return;
        if (event.key === 'Escape') onBack();
        else if (isCopy && passage !== null && !hasSelection(event.target)) copy({ ...passage, path });
        else if (!isOnPane || !scrollByKey(event.currentTarget, event.key, event.shiftKey)) return;
        event.preventDefault();
      }}
    >
      <PaneHeader
        target={target}
        info={info}
        canFormat={canFormat}
        isAsText={isAsText}
        onAsText={wantAsText}
        showsDetails={showsDetails}
        onShowsDetails={setShowsDetails}
        {...(onClose === undefined ? {} : { onClose })}
      />
      {showsDetails && info !== null && (
        <DocumentDetails
          details={info}
          isBusy={readAgainId === documentId}
          onReadAgain={() => readAgain(documentId)}
          onEncoding={(encoding) => readAgain(documentId, encoding)}
        />
      )}
      <ErrorBoundary
        key={`${documentId} ${isAsText}`}
        fallback={(tryAgain) => (
          <BrokenPart what={t('viewer.broke')} onTryAgain={tryAgain}>
            {canFormat && !isAsText && (
              <Button size="compact-sm" onClick={() => wantAsText(true)}>
                {t('viewer.asRead')}
              </Button>
            )}
          </BrokenPart>
        )}
      >
        <PaneBody
          target={target}
          details={info}
          isAsText={isAsText}
          isShown={isShown}
          onReadAgain={() => readAgain(documentId)}
        />
      </ErrorBoundary>
      <PaneFooter target={target} isPart={info !== null && info.parentId !== null} onChoosePassage={onChoosePassage} />
    </section>
  );
}

interface PaneBodyProps {
  readonly target: ReadingTarget;
  readonly details: DocumentDetailsOf | null;
  readonly isAsText: boolean;
  readonly isShown: boolean;
  readonly onReadAgain: () => void;
}

function PaneBody({ target, details, isAsText, isShown, onReadAgain }: PaneBodyProps) {
  const { documentId, passage } = target;
  const [pdfError, setPdfError] = useState<AppError | null>(null);
  const isDrawn = !isAsText && pdfError === null;
  const isPdf = target.type === 'pdf' && isDrawn;
  const isPicture = pictureTypes.has(target.type) && isDrawn;
  /** A view in the background opens nothing. */
  const [wasShown, setWasShown] = useState(isShown);
  useEffect(() => {
    if (isShown) setWasShown(true);
  }, [isShown]);

  // Of one passage an answer may mark now these words, now those.
  const passageKey = passage === null ? '' : `${passage.chunkId} ${JSON.stringify(passage.matches)}`;
  const marks = useCall((isPdf || isPicture) && passage !== null ? passageKey : null, () =>
    unwrap(bridge.document.marks({ chunkId: passage?.chunkId ?? '', ranges: [...(passage?.matches ?? [])] })),
  );
  if (!wasShown) return null;
  if (isPicture) {
    const found = marks.kind === 'value' ? marks.value : null;
    const name = fileName(target.path);
    return <PictureView documentId={documentId} name={name} marks={found} onFailed={setPdfError} />;
  }
  if (isPdf) {
    const found = marks.kind === 'value' ? marks.value : marks.kind === 'failed' ? null : undefined;
    return (
      <Suspense fallback={<div className={styles.body} />}>
        <PdfView
          documentId={documentId}
          marks={passage === null ? null : found}
          startPage={passage?.locator.page ?? 1}
          passageKey={`${documentId} ${passageKey}`}
          onFailed={setPdfError}
        />
      </Suspense>
    );
  }
  return (
    <>
      {pdfError?.code === 'password-protected' && !isAsText && (
        <UnlockNotice documentId={documentId} onOpened={() => setPdfError(null)} />
      )}
      <TextBody
        target={target}
        isOffline={details?.state === 'offline'}
        isAsText={isAsText}
        details={details}
        onReadAgain={onReadAgain}
        pdfError={pdfError}
      />
    </>
  );
}
