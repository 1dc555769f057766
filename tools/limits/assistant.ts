import type { Limit } from './limit.ts'
import { hasRoute, hasFile, inPackage, readsFilesOf } from './product.ts'

const docs = 'documentation'

export const limitsOfAssistant: readonly Limit[] = [
  {
    feature: 'Excel files and old Word files in data sources',
    isBuilt: () => readsFilesOf('doc', 'xlsx'),
    says: [
      [`${docs}/index`, 'It doesn’t read Excel files.', 'Súbory Excel nečíta.'],
      [
        `${docs}/data-sources/files-and-texts`,
        'Excel files and old Word files (`.doc`) can’t be read',
        'Súbory Excel a súbory Word v starom formáte (`.doc`) sa prečítať nedajú',
      ],
    ],
  },
  {
    feature: 'text in pictures',
    isBuilt: () => inPackage('server', /tesseract|ocr/),
    says: [
      [
        `${docs}/data-sources/files-and-texts`,
        'Pictures aren’t read, so a scanned PDF has no text to quote.',
        'Obrázky sa nečítajú: naskenované PDF nemá text na citovanie.',
      ],
      [
        'solutions/public-services',
        'A scanned PDF has no text to quote',
        'Naskenované PDF nemá text na citovanie',
      ],
    ],
  },
  {
    feature: 'documents that a website links to',
    isBuilt: () => hasFile('server/src/features/data-sources/crawl', /document/),
    says: [
      [
        `${docs}/data-sources/websites`,
        '- PDF, Word and other documents. They’re listed as skipped.',
        '- PDF, Word a iné dokumenty. V zozname sú ako vynechané.',
      ],
    ],
  },
  {
    feature: 'websites rendered by a browser',
    isBuilt: () => inPackage('server', /playwright|puppeteer|jsdom/),
    says: [
      [
        `${docs}/data-sources/websites`,
        'text that appears only after JavaScript has run: Ozvi reads the HTML that the server sends.',
        'text, ktorý sa objaví až po spustení JavaScriptu: Ozvi číta HTML, ktoré pošle server.',
      ],
    ],
  },
  {
    feature: 'a new version of an uploaded file',
    isBuilt: () => hasRoute(/^(PUT|POST) .*\/data-source\/:\w+\/file/),
    says: [
      [
        `${docs}/data-sources/index`,
        'You can’t edit a file: upload the new one and delete the old one.',
        'Súbor sa upraviť nedá: nahrajte nový a starý odstráňte.',
      ],
    ],
  },
  {
    feature: 'translation',
    isBuilt: () => hasFile('server/src/features/assistant', /translat/),
    says: [
      [`${docs}/index`, 'The assistant doesn’t translate', 'Asistent neprekladá'],
      [`${docs}/assistant/index`, 'It doesn’t translate.', 'Neprekladá.'],
      [`${docs}/data-sources/index`, 'The assistant doesn’t translate', 'Asistent neprekladá'],
    ],
  },
  {
    feature: 'a third language',
    isBuilt: () => hasFile('app/locales', /^(?!en$|sk$)/),
    says: [
      [`${docs}/index`, 'Other languages aren’t supported yet.', 'Iné jazyky zatiaľ podporované nie sú'],
    ],
  },
  {
    feature: 'a help center',
    isBuilt: () => hasRoute(/article|help-cent/),
    says: [
      [
        'dictionary/knowledge-base',
        'There is no editor for a public help center.',
        'Editor verejného centra pomoci tu nie je.',
      ],
    ],
  },
]
