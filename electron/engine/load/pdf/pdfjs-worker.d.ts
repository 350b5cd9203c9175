// pdf.js ships no types for its worker module; it is imported for its effect alone.
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs';
