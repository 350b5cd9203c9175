// Where the page finds the bytes of a document. Apart from the contract, whose schemas the page does not load.

/** The bytes of a document for the reading pane: `app://ui/document/<documentId>`. */
export const documentUrlPrefix = '/document/';
