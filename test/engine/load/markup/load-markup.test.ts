// Org mode, reStructuredText, AsciiDoc and LaTeX: headings as the path, code as code, and the text as it is.
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import type { LoadedDocument } from '../../../../electron/engine/load/loaded-document.js';
import { anyText, loadBytes, textOf } from '../../../helpers/load-bytes.js';

/** Kind, first line and heading path of each block. */
function outline(document: LoadedDocument): readonly (readonly [string, string, string])[] {
  return document.blocks.map((block) => [
    block.kind,
    textOf(document, block).split('\n')[0] ?? '',
    block.headingPath.join(' > '),
  ]);
}

test('gives Org mode its headings, lists, tables and code', async () => {
  const source = `#+TITLE: Normas de la /tienda/
# un comentario
Antes de todo.

* TODO [#A] Entregas :casa:urgente:
:PROPERTIES:
:ID: 7
:END:
Se entrega en *tres* días.
- Norte
- Sur
** [[https://example.org][Zonas]] y ~precios~
| Zona | Precio |
|------+--------|
| Norte | 3 € |
#+BEGIN_SRC sh
* no es un título
#+END_SRC
`;
  const document = await loadBytes('a.org', source);
  expect(document).toMatchObject({ text: source, type: 'org', title: 'Normas de la tienda' });
  expect(outline(document)).toEqual([
    ['heading', '#+TITLE: Normas de la /tienda/', ''],
    ['paragraph', 'Antes de todo.', ''],
    ['heading', '* TODO [#A] Entregas :casa:urgente:', 'Entregas'],
    ['paragraph', 'Se entrega en *tres* días.', 'Entregas'],
    ['list-item', '- Norte', 'Entregas'],
    ['list-item', '- Sur', 'Entregas'],
    ['heading', '** [[https://example.org][Zonas]] y ~precios~', 'Entregas > Zonas y precios'],
    ['table-row', '| Zona | Precio |', 'Entregas > Zonas y precios'],
    ['table-row', '| Norte | 3 € |', 'Entregas > Zonas y precios'],
    ['code', '#+BEGIN_SRC sh', 'Entregas > Zonas y precios'],
  ]);
  expect(document.blocks.map(({ context }) => context).filter((context) => context !== null)).toEqual([
    'Zona | Precio',
  ]);
});

test('gives reStructuredText its headings by the lines around them, and its code', async () => {
  const source = `=======
 Guía
=======

Una :ref:\`nota <x>\`.

Primeros pasos
--------------
Así::

    abrir la caja

    cerrarla

.. un comentario
   que sigue

.. code-block:: python

   x = 1

Con \`\`código\`\`
~~~~~~~~~~~~~~
#. uno
#. dos

Fin
---
`;
  const document = await loadBytes('a.rst', source);
  expect(document).toMatchObject({ text: source, type: 'rst', title: 'Guía' });
  expect(outline(document)).toEqual([
    ['heading', '=======', 'Guía'],
    ['paragraph', 'Una :ref:`nota <x>`.', 'Guía'],
    ['heading', 'Primeros pasos', 'Guía > Primeros pasos'],
    ['paragraph', 'Así::', 'Guía > Primeros pasos'],
    ['code', 'abrir la caja', 'Guía > Primeros pasos'],
    ['code', '.. code-block:: python', 'Guía > Primeros pasos'],
    ['heading', 'Con ``código``', 'Guía > Primeros pasos > Con código'],
    ['list-item', '#. uno', 'Guía > Primeros pasos > Con código'],
    ['list-item', '#. dos', 'Guía > Primeros pasos > Con código'],
    ['heading', 'Fin', 'Guía > Fin'],
  ]);
});

test('gives AsciiDoc its headings, lists, tables and code', async () => {
  const source = `= Guía de _Acervo_
:toc: left
// un comentario

Entrada.

Instalar
--------

[source,sh]
----
npm ci

== no es un título
----

* uno
** dos

|===
|Zona |Precio
|Norte |3
|===

== link:https://example.org[Más]
`;
  const document = await loadBytes('a.adoc', source);
  expect(document).toMatchObject({ text: source, type: 'adoc', title: 'Guía de Acervo' });
  expect(outline(document)).toEqual([
    ['heading', '= Guía de _Acervo_', 'Guía de Acervo'],
    ['paragraph', 'Entrada.', 'Guía de Acervo'],
    ['heading', 'Instalar', 'Guía de Acervo > Instalar'],
    ['code', '----', 'Guía de Acervo > Instalar'],
    ['list-item', '* uno', 'Guía de Acervo > Instalar'],
    ['list-item', '** dos', 'Guía de Acervo > Instalar'],
    ['table-row', '|Zona |Precio', 'Guía de Acervo > Instalar'],
    ['table-row', '|Norte |3', 'Guía de Acervo > Instalar'],
    ['heading', '== link:https://example.org[Más]', 'Guía de Acervo > Más'],
  ]);
});

test('gives LaTeX its sections without their markup, and leaves the preamble out', async () => {
  const source = `\\documentclass{article}
\\usepackage[latin1]{inputenc}
\\title{El \\emph{gran}
  libro}
\\newcommand{\\x}{nada}
\\begin{document}
\\maketitle
\\section{Introducci\\'on \\& m\\'as \\label{s}}
Hola ma\u00f1ana. % nota
% comentario

\\subsection*{Caf\\'e \\~n \\c{c} \\ss{} {\\bf negro}}
\\begin{itemize}
\\item uno
\\item dos
\\end{itemize}
\\begin{verbatim}
\\section{no}
\\end{verbatim}
\\end{document}
nada
`;
  const document = await loadBytes('a.tex', iconv.encode(source, 'latin1'));
  expect(document).toMatchObject({ text: source, type: 'tex', title: 'El gran libro', encoding: 'latin1' });
  expect(outline(document).slice(1)).toEqual([
    ['heading', "\\section{Introducci\\'on \\& m\\'as \\label{s}}", 'Introducción & más'],
    ['paragraph', 'Hola mañana. % nota', 'Introducción & más'],
    ['heading', "\\subsection*{Caf\\'e \\~n \\c{c} \\ss{} {\\bf negro}}", 'Introducción & más > Café ñ ç ß negro'],
    ['list-item', '\\item uno', 'Introducción & más > Café ñ ç ß negro'],
    ['list-item', '\\item dos', 'Introducción & más > Café ñ ç ß negro'],
    ['code', '\\begin{verbatim}', 'Introducción & más > Café ñ ç ß negro'],
  ]);
});

test('reads on where a block is never closed', async () => {
  for (const [name, source] of [
    ['a.org', '* Uno\n#+BEGIN_SRC\nfondo'],
    ['a.adoc', '== Uno\n----\nfondo'],
    ['a.tex', '\\section{Uno\n\nfondo'],
    ['a.rst', 'Uno\n---\n\n::\n\n  fondo'],
  ] as const) {
    const document = await loadBytes(name, source);
    expect(textOf(document, document.blocks.at(-1))).toContain('fondo');
  }
});

test('gives sound blocks for any markup whatever', async () => {
  const piece = fc.constantFrom(
    ...[
      '* t',
      '** u',
      '\n',
      '\n\n',
      '- a',
      '| a | b |',
      '|===',
      '#+BEGIN_SRC',
      '#+END_SRC',
      ':END:',
      '====',
      '----',
      '~~~~',
    ],
    ...[
      '::',
      '.. x',
      '.. code::',
      '   i',
      '== t',
      '....',
      '////',
      '\\section{',
      '}',
      '\\begin{verbatim}',
      '\\end{document}',
    ],
    ...['\\title{', '%', '\\item', '{', '\\', '\t', 'é', '日本'],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(piece, anyText), { minLength: 1 }), async (parts) => {
      for (const name of ['a.org', 'a.rst', 'a.adoc', 'a.tex']) await loadBytes(name, `palabra ${parts.join('')}`);
    }),
    { numRuns: 200 },
  );
});
