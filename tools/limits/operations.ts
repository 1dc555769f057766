import type { Limit } from './limit.ts'
import { hasFile, inPackage, settings } from './product.ts'

const docs = 'documentation'

export const limitsOfOperations: readonly Limit[] = [
  {
    feature: 'a hosted version',
    // A service of ours, not a part of the product.
    isBuilt: () => false,
    says: [
      ['features/self-hosted-in-one-command', 'there is no hosted version', 'hosťovaná ponuka neexistuje'],
      ['dictionary/self-hosting', 'There is no hosted version.', 'Hosťovaná ponuka neexistuje.'],
      ['competitors/chatwoot', 'there is no hosted offer', 'hosťovaná ponuka neexistuje'],
      ['solutions/small-teams', 'there is no hosted version.', 'hosťovaná verzia neexistuje.'],
    ],
  },
  {
    feature: 'a published client package',
    isBuilt: () => !inPackage('api', /"private": true/),
    says: [[`${docs}/api/client`, "The package isn't published yet.", 'Balík zatiaľ nie je zverejnený.']],
  },
  {
    feature: 'commands for backups and for moving to a server',
    isBuilt: () => inPackage('.', /"(backup|restore|move|migrate)"/),
    says: [
      ['features/self-hosted-in-one-command', 'There is no backup command', 'Príkaz na zálohovanie nie je'],
      [
        'blog/postgresql-inside-a-node-process',
        'There is no backup command yet.',
        'Príkaz na zálohovanie zatiaľ neexistuje.',
      ],
      [
        'blog/postgresql-inside-a-node-process',
        'Ozvi has no command that moves data from the embedded database to a server.',
        'Ozvi nemá príkaz, ktorý by presunul údaje zo vstavanej databázy na server.',
      ],
      [
        `${docs}/operations/database`,
        'There is no tool yet that moves the data from the embedded database to a server.',
        'Nástroj, ktorý by údaje preniesol zo vstavanej databázy na server, zatiaľ nie je.',
      ],
    ],
  },
  {
    feature: 'other databases, and migrations back',
    isBuilt: () => /mysql|sqlite/.test(settings) || hasFile('server/migrations', /down/),
    says: [
      [
        `${docs}/operations/database`,
        'MySQL, SQLite and other databases are not supported.',
        'MySQL, SQLite ani iné databázy podporované nie sú.',
      ],
      [
        `${docs}/operations/index`,
        'There is no way back to an older version except the backup.',
        'Späť na staršiu verziu vedie iba záloha.',
      ],
    ],
  },
  {
    feature: 'a license',
    isBuilt: () => hasFile('.', /^(licen[cs]e|copying)/i) || inPackage('.', /"license"/),
    in_readme: "The owner of Ozvi hasn't chosen a license yet.",
    says: [
      [
        `${docs}/index`,
        'The owner of Ozvi hasn’t chosen a license yet.',
        'Vlastník Ozvi zatiaľ nezvolil licenciu.',
      ],
      [
        'competitors/libredesk',
        "The owner of Ozvi hasn't chosen a license yet.",
        'Vlastník Ozvi licenciu zatiaľ nezvolil.',
      ],
      ...['chatwoot', 'crisp', 'intercom', 'libredesk'].map(
        (name) =>
          [
            `competitors/${name}`,
            '| **License** | not chosen yet |',
            '| **Licencia** | zatiaľ nezvolená |',
          ] as const,
      ),
    ],
  },
]
