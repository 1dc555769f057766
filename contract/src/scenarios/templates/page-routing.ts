import {
  assistant,
  base,
  card,
  cards,
  end,
  flow,
  handOver,
  inBothLanguages,
  message,
  setVariable,
  text,
  type ScenarioTemplate,
} from './template.ts'

const pageCase = (id: string, value: string, next: string) => ({
  id,
  match: 'any' as const,
  conditions: [{ subject: 'page' as const, name: '', operator: 'contains' as const, value }],
  next,
})
const interested = text('I’m interested', 'Mám záujem')
export const pageRouting: ScenarioTemplate = {
  key: 'page_routing',
  name: { en: 'Routing by page', sk: 'Triedenie podľa stránky' },
  description: {
    en: 'Greets customers based on the page they’re on, offers plans as cards and includes the page in the handover. Adjust the pages and cards to your site.',
    sk: 'Osloví zákazníka podľa stránky, z ktorej píše, ponúkne mu balíky ako karty a konverzáciu odovzdá aj so stránkou. Stránky a karty prispôsobte svojmu webu.',
  },
  flow: inBothLanguages((team) =>
    flow(
      { kind: 'conversation_started', page: '' },
      [
        {
          ...base('page', [0, 1]),
          kind: 'branch',
          cases: [pageCase('pricing', '/pricing', 'pricing'), pageCase('help', '/help', 'help')],
          otherwise: 'answer',
        },
        setVariable('pricing', [1, 0], 'topic', team('Pricing', 'Ceny'), 'pricing_text'),
        message(
          'pricing_text',
          [2, 0],
          text(
            'You’re looking at our prices. Which plan is right for you?',
            'Pozeráte si naše ceny. Ktorý balík je pre vás?',
          ),
          'plans',
        ),
        cards(
          'plans',
          [3, 0],
          [
            card(
              'small',
              text('Small team', 'Malý tím'),
              text('Up to five people. Describe your plan here.', 'Do päť ľudí. Sem opíšte svoj balík.'),
              interested,
              'team',
            ),
            card(
              'large',
              text('Large team', 'Veľký tím'),
              text(
                'More than five people. Describe your plan here.',
                'Viac ako päť ľudí. Sem opíšte svoj balík.',
              ),
              interested,
              'team',
            ),
          ],
        ),
        setVariable('help', [1, 1], 'topic', team('Help', 'Pomoc'), 'answer'),
        assistant('answer', [2, 1], 'end', 'team'),
        handOver('team', [4, 0], team('Page: {{topic|other}}', 'Stránka: {{topic|iná}}')),
        end('end', [3, 1]),
      ],
      ['topic'],
    ),
  ),
}
