import type { Flow, FlowText, ScenarioTrigger, Step, StepOf } from './flow.ts'

/*
 * Scenarios to start from. They have no references to a workspace, so each of them can be published as it is.
 */

export interface ScenarioTemplate {
  key:
    | 'lead_capture'
    | 'opening_hours'
    | 'order_question'
    | 'feedback'
    | 'faq'
    | 'topic_routing'
    | 'page_routing'
    | 'booking'
    | 're_engagement'
  name: Required<FlowText>
  description: Required<FlowText>
  flow: Flow
}

/** Column and row on the canvas. */
type Place = readonly [column: number, row: number]
const base = (id: string, [column, row]: Place) => ({
  id,
  title: '',
  position: { x: column * 320, y: row * 200 },
})
const text = (en: string, sk: string): FlowText => ({ en, sk })

const message = (id: string, place: Place, text: FlowText, next: string): Step => ({
  ...base(id, place),
  kind: 'message',
  text,
  next,
})
const buttons = (id: string, place: Place, text: FlowText, list: StepOf<'buttons'>['buttons']): Step => ({
  ...base(id, place),
  kind: 'buttons',
  text,
  buttons: list,
})
const button = (id: string, text: FlowText, next: string) => ({ id, text, next })
const question = (
  id: string,
  place: Place,
  text: FlowText,
  next: string,
  more: Partial<StepOf<'question'>> = {},
): Step => ({
  ...base(id, place),
  kind: 'question',
  text,
  answer: 'text',
  choices: [],
  max_retries: 3,
  save_as: { variable: null, contact_field: null },
  next,
  fallback: null,
  ...more,
})
const saveTo = (contact_field: string | null, variable: string | null = null) => ({
  save_as: { variable, contact_field },
})
const assistant = (id: string, place: Place, answered: string, not_found: string): Step => ({
  ...base(id, place),
  kind: 'assistant',
  answered,
  not_found,
  wants_person: null,
})
const note = (id: string, place: Place, body: string, next: string): Step => ({
  ...base(id, place),
  kind: 'note',
  body,
  next,
})
const setVariable = (id: string, place: Place, name: string, value: string, next: string): Step => ({
  ...base(id, place),
  kind: 'set_field',
  target: 'variable',
  name,
  value,
  next,
})
const handOver = (id: string, place: Place, reason: string): Step => ({
  ...base(id, place),
  kind: 'hand_over',
  reason,
})
const end = (id: string, place: Place, resolve = false): Step => ({
  ...base(id, place),
  kind: 'end',
  resolve,
})

const flow = (trigger: ScenarioTrigger, steps: Step[], variables: string[] = []): Flow => ({
  trigger,
  audience: { match: 'all', conditions: [] },
  locales: ['en', 'sk'],
  variables: variables.map((name) => ({ name, type: 'text' })),
  start_step_id: steps[0]?.id ?? null,
  steps,
})

const askEmail = text('What is your email address?', 'Aká je vaša e-mailová adresa?')
const askQuestion = text('What would you like to know?', 'Čo by ste chceli vedieť?')
const something = text('Something else', 'Niečo iné')
const email = { answer: 'email', ...saveTo('email') } as const

const leadCapture: ScenarioTemplate = {
  key: 'lead_capture',
  name: { en: 'Lead capture', sk: 'Získanie kontaktu' },
  description: {
    en: 'Asks new visitors for their name, email and company, then hands over to your team.',
    sk: 'Nových návštevníkov sa opýta na meno, e-mail a firmu a odovzdá ich tímu.',
  },
  flow: flow({ kind: 'conversation_started', page: '' }, [
    message(
      'hello',
      [0, 0],
      text(
        'Thanks for writing to us! A few details help us reply.',
        'Ďakujeme za správu! S odpoveďou nám pomôže pár údajov.',
      ),
      'name',
    ),
    question('name', [1, 0], text('What is your name?', 'Ako sa voláte?'), 'email', saveTo('name')),
    question('email', [2, 0], askEmail, 'company', email),
    question(
      'company',
      [3, 0],
      text('Which company are you from, {{contact.name}}?', 'Z akej firmy ste, {{contact.name}}?'),
      'thanks',
      saveTo('company'),
    ),
    message(
      'thanks',
      [4, 0],
      text(
        'Thank you. Our team will reply here or to {{contact.email}}.',
        'Ďakujeme. Náš tím vám odpovie tu alebo na {{contact.email}}.',
      ),
      'team',
    ),
    handOver('team', [5, 0], 'New lead'),
  ]),
}

const openingHours: ScenarioTemplate = {
  key: 'opening_hours',
  name: { en: 'Outside opening hours', sk: 'Mimo otváracích hodín' },
  description: {
    en: 'Offers the assistant when you’re closed, or takes a message with an email address.',
    sk: 'Keď máte zatvorené, ponúkne asistenta alebo prijme správu s e-mailovou adresou.',
  },
  flow: flow(
    { kind: 'outside_hours' },
    [
      buttons(
        'closed',
        [0, 1],
        text(
          'We’re closed right now. How would you like to continue?',
          'Práve máme zatvorené. Ako chcete pokračovať?',
        ),
        [
          button('ask', text('Ask the assistant', 'Opýtať sa asistenta'), 'question'),
          button('leave', text('Leave a message', 'Nechať správu'), 'email'),
        ],
      ),
      question('question', [1, 0], askQuestion, 'answer'),
      assistant('answer', [2, 0], 'more', 'email'),
      buttons('more', [3, 0], text('Did this help?', 'Pomohlo vám to?'), [
        button('yes', text('Yes, thanks', 'Áno, ďakujem'), 'done'),
        button('again', text('Ask something else', 'Opýtať sa niečo iné'), 'question'),
        button('leave', text('Leave a message', 'Nechať správu'), 'email'),
      ]),
      question('email', [2, 2], askEmail, 'text', email),
      question(
        'text',
        [3, 2],
        text('What should we look into?', 'Čomu sa máme venovať?'),
        'note',
        saveTo(null, 'message'),
      ),
      note('note', [4, 2], 'Message left outside opening hours: {{message}}', 'thanks'),
      message(
        'thanks',
        [5, 2],
        text('Thank you. We’ll reply as soon as we open.', 'Ďakujeme. Odpovieme hneď, ako otvoríme.'),
        'team',
      ),
      handOver('team', [6, 2], 'Message outside opening hours'),
      end('done', [4, 0]),
    ],
    ['message'],
  ),
}

const orderQuestion: ScenarioTemplate = {
  key: 'order_question',
  name: { en: 'Order question', sk: 'Otázka k objednávke' },
  description: {
    en: 'Collects the order number and topic before your team takes over.',
    sk: 'Zistí číslo objednávky a tému skôr, než odpovie váš tím.',
  },
  flow: flow(
    {
      kind: 'message',
      words: ['order', 'delivery', 'package', 'objednávk', 'doručeni', 'balík', 'zásielk'],
    },
    [
      buttons(
        'topic',
        [0, 1],
        text('Is this about an order? Choose a topic.', 'Ide o objednávku? Vyberte tému.'),
        [
          button('where', text('Where is my order?', 'Kde je moja objednávka?'), 'where'),
          button('change', text('Change or cancel an order', 'Zmeniť alebo zrušiť objednávku'), 'change'),
          button('other', something, 'question'),
        ],
      ),
      setVariable('where', [1, 0], 'topic', 'Where is my order', 'number'),
      setVariable('change', [1, 1], 'topic', 'Change or cancel', 'number'),
      question(
        'number',
        [2, 0],
        text('What is your order number?', 'Aké je číslo vašej objednávky?'),
        'email',
        {
          ...saveTo(null, 'order'),
        },
      ),
      question(
        'email',
        [3, 0],
        text('Which email address did you order with?', 'S akou e-mailovou adresou ste objednávali?'),
        'note',
        email,
      ),
      note('note', [4, 0], '{{topic}}, order {{order}}', 'thanks'),
      message(
        'thanks',
        [5, 0],
        text(
          'Thank you, we’re looking into order {{order}}.',
          'Ďakujeme, na objednávku {{order}} sa pozrieme.',
        ),
        'team',
      ),
      handOver('team', [6, 0], '{{topic}}: order {{order}}'),
      question('question', [1, 2], askQuestion, 'answer'),
      assistant('answer', [2, 2], 'done', 'team'),
      end('done', [3, 2]),
    ],
    ['topic', 'order'],
  ),
}

const feedback: ScenarioTemplate = {
  key: 'feedback',
  name: { en: 'Feedback', sk: 'Spätná väzba' },
  description: {
    en: 'Asks how you did and hands unhappy customers over to your team. Start it in a conversation.',
    sk: 'Opýta sa na spokojnosť a nespokojných zákazníkov odovzdá tímu. Spúšťa sa v konverzácii.',
  },
  flow: flow(
    { kind: 'manual' },
    [
      buttons('rating', [0, 1], text('How did we do?', 'Ako ste s nami spokojní?'), [
        button('good', text('Great', 'Výborne'), 'good'),
        button('fair', text('It was OK', 'Ušlo to'), 'improve'),
        button('bad', text('Not good', 'Zle'), 'wrong'),
      ]),
      question(
        'good',
        [1, 0],
        text('What did you like most?', 'Čo sa vám najviac páčilo?'),
        'note',
        saveTo(null, 'comment'),
      ),
      question(
        'improve',
        [1, 1],
        text('What could we improve?', 'Čo môžeme zlepšiť?'),
        'note',
        saveTo(null, 'comment'),
      ),
      note('note', [2, 0], 'Feedback: {{comment}}', 'thanks'),
      message('thanks', [3, 0], text('Thank you for your feedback!', 'Ďakujeme za spätnú väzbu!'), 'done'),
      end('done', [4, 0]),
      question(
        'wrong',
        [1, 2],
        text('I’m sorry to hear that. What went wrong?', 'To nás mrzí. Čo sa nepodarilo?'),
        'priority',
        saveTo(null, 'comment'),
      ),
      { ...base('priority', [2, 2]), kind: 'set_priority', priority: 'high', next: 'sorry' },
      message(
        'sorry',
        [3, 2],
        text(
          'Thank you. Someone from our team will reply here.',
          'Ďakujeme. Niekto z nášho tímu vám tu odpovie.',
        ),
        'team',
      ),
      handOver('team', [4, 2], 'Unhappy customer: {{comment}}'),
    ],
    ['comment'],
  ),
}

const faq: ScenarioTemplate = {
  key: 'faq',
  name: { en: 'Frequent questions', sk: 'Časté otázky' },
  description: {
    en: 'Shows frequent questions as buttons. The assistant answers them from your data sources.',
    sk: 'Ukáže časté otázky ako tlačidlá. Asistent na ne odpovie z vašich zdrojov údajov.',
  },
  flow: flow({ kind: 'conversation_started', page: '' }, [
    buttons('menu', [0, 1], text('What can we help you with?', 'S čím vám pomôžeme?'), [
      button('delivery', text('How long does delivery take?', 'Ako dlho trvá doručenie?'), 'answer'),
      button('returns', text('How do I return a product?', 'Ako vrátim tovar?'), 'answer'),
      button('payment', text('How can I pay?', 'Ako môžem zaplatiť?'), 'answer'),
      button('other', something, 'question'),
    ]),
    question('question', [1, 2], askQuestion, 'answer'),
    assistant('answer', [2, 1], 'helped', 'sorry'),
    buttons('helped', [3, 0], text('Did this answer your question?', 'Odpovedalo to na vašu otázku?'), [
      button('yes', text('Yes, thanks', 'Áno, ďakujem'), 'thanks'),
      button('again', text('Ask something else', 'Opýtať sa niečo iné'), 'question'),
      button('person', text('Talk to a person', 'Hovoriť s človekom'), 'team'),
    ]),
    message('thanks', [4, 0], text('You’re welcome!', 'Radi sme pomohli!'), 'done'),
    end('done', [5, 0]),
    message(
      'sorry',
      [3, 2],
      text(
        'I couldn’t find an answer. Someone from our team will reply here.',
        'Odpoveď sa nepodarilo nájsť. Niekto z nášho tímu vám tu odpovie.',
      ),
      'team',
    ),
    handOver('team', [4, 2], 'Frequent questions didn’t help'),
  ]),
}

const topicRouting: ScenarioTemplate = {
  key: 'topic_routing',
  name: { en: 'Routing by topic', sk: 'Triedenie podľa témy' },
  description: {
    en: 'Asks for the topic and hands over with it. Add a step that assigns each topic to a team.',
    sk: 'Opýta sa na tému a s ňou konverzáciu odovzdá. Pridajte krok, ktorý každú tému priradí tímu.',
  },
  flow: flow(
    { kind: 'conversation_started', page: '' },
    [
      buttons('topic', [0, 1], text('What is your message about?', 'Čoho sa týka vaša správa?'), [
        button('sales', text('Products and prices', 'Produkty a ceny'), 'sales'),
        button('support', text('Help with a product', 'Pomoc s produktom'), 'support'),
        button('billing', text('Invoices and payments', 'Faktúry a platby'), 'billing'),
      ]),
      setVariable('sales', [1, 0], 'topic', 'Sales', 'email'),
      setVariable('support', [1, 1], 'topic', 'Support', 'email'),
      setVariable('billing', [1, 2], 'topic', 'Billing', 'email'),
      {
        ...base('email', [2, 1]),
        kind: 'branch',
        cases: [
          {
            id: 'known',
            match: 'all',
            conditions: [{ subject: 'contact', name: 'email', operator: 'is_set', value: '' }],
            next: 'thanks',
          },
        ],
        otherwise: 'ask_email',
      },
      question('ask_email', [3, 2], askEmail, 'thanks', { ...email, fallback: 'thanks' }),
      message(
        'thanks',
        [4, 1],
        text(
          'Thank you. The right person will reply here.',
          'Ďakujeme. Odpovie vám tu ten, kto vám vie pomôcť.',
        ),
        'team',
      ),
      handOver('team', [5, 1], 'Topic: {{topic}}'),
    ],
    ['topic'],
  ),
}

const pageCase = (id: string, value: string, next: string) => ({
  id,
  match: 'any' as const,
  conditions: [{ subject: 'page' as const, name: '', operator: 'contains' as const, value }],
  next,
})
const pageRouting: ScenarioTemplate = {
  key: 'page_routing',
  name: { en: 'Routing by page', sk: 'Triedenie podľa stránky' },
  description: {
    en: 'Greets customers by the page that they write from, and hands over with it. Adjust the pages to your site.',
    sk: 'Osloví zákazníka podľa stránky, z ktorej píše, a s ňou konverzáciu odovzdá. Stránky prispôsobte svojmu webu.',
  },
  flow: flow(
    { kind: 'conversation_started', page: '' },
    [
      {
        ...base('page', [0, 1]),
        kind: 'branch',
        cases: [pageCase('pricing', '/pricing', 'pricing'), pageCase('help', '/help', 'help')],
        otherwise: 'answer',
      },
      setVariable('pricing', [1, 0], 'topic', 'Pricing', 'pricing_text'),
      message(
        'pricing_text',
        [2, 0],
        text(
          'You’re looking at our prices. A teammate will help you choose.',
          'Pozeráte si naše ceny. Kolega vám pomôže s výberom.',
        ),
        'team',
      ),
      setVariable('help', [1, 1], 'topic', 'Help', 'answer'),
      assistant('answer', [2, 1], 'end', 'team'),
      handOver('team', [3, 0], 'Page: {{topic}}'),
      end('end', [3, 1]),
    ],
    ['topic'],
  ),
}

const booking: ScenarioTemplate = {
  key: 'booking',
  name: { en: 'Booking a call', sk: 'Dohodnutie hovoru' },
  description: {
    en: 'Asks for the topic, a phone number, a day and a time of day, and leaves them to the team as a note.',
    sk: 'Opýta sa na tému, telefónne číslo, deň a časť dňa a zanechá ich tímu ako poznámku.',
  },
  flow: flow(
    { kind: 'message', words: ['call', 'phone', 'zavolať', 'zavolajte', 'telefonát'] },
    [
      buttons('offer', [0, 0], text('Would you like us to call you?', 'Máme vám zavolať?'), [
        button('yes', text('Yes, please', 'Áno, prosím'), 'topic'),
        button('no', text('No, I’ll write', 'Nie, napíšem'), 'answer'),
      ]),
      question(
        'topic',
        [1, 0],
        text('What would you like to talk about?', 'O čom by ste sa chceli porozprávať?'),
        'phone',
        saveTo(null, 'topic'),
      ),
      question('phone', [2, 0], text('Which number should we call?', 'Na aké číslo máme zavolať?'), 'day', {
        answer: 'phone',
        ...saveTo('phone', 'phone'),
        fallback: 'team',
      }),
      question('day', [3, 0], text('Which day suits you?', 'Ktorý deň vám vyhovuje?'), 'time', {
        answer: 'date',
        ...saveTo(null, 'day'),
        fallback: 'time',
      }),
      question(
        'time',
        [4, 0],
        text('In the morning or in the afternoon?', 'Doobeda alebo poobede?'),
        'note',
        {
          answer: 'choice',
          choices: [
            { id: 'morning', text: text('In the morning', 'Doobeda') },
            { id: 'afternoon', text: text('In the afternoon', 'Poobede') },
          ],
          ...saveTo(null, 'time'),
          fallback: 'note',
        },
      ),
      note('note', [5, 0], 'Call {{phone}} on {{day}}, {{time}}: {{topic}}', 'thanks'),
      message('thanks', [6, 0], text('Thank you. We’ll call you.', 'Ďakujeme. Zavoláme vám.'), 'team'),
      assistant('answer', [1, 1], 'end', 'team'),
      handOver('team', [7, 0], 'Wants a call'),
      end('end', [2, 1]),
    ],
    ['topic', 'phone', 'day', 'time'],
  ),
}

const reEngagement: ScenarioTemplate = {
  key: 're_engagement',
  name: { en: 'Re-engagement', sk: 'Opätovné oslovenie' },
  description: {
    en: 'Asks a customer who went silent whether they still need help, and again a day later. Start it from a conversation or with a rule.',
    sk: 'Opýta sa zákazníka, ktorý prestal odpovedať, či ešte potrebuje pomoc, a o deň znova. Spustite ho z konverzácie alebo pravidlom.',
  },
  flow: flow({ kind: 'manual' }, [
    message(
      'hello',
      [0, 0],
      text(
        'Are you still there? Just write if you need anything else.',
        'Ste tu ešte? Ak niečo potrebujete, napíšte.',
      ),
      'day',
    ),
    { ...base('day', [1, 0]), kind: 'wait', minutes: 1_440, next: 'ask', on_message: 'answer' },
    buttons('ask', [2, 0], text('Do you still need help?', 'Potrebujete ešte pomoc?'), [
      button('yes', text('Yes', 'Áno'), 'question'),
      button('no', text('No, it’s solved', 'Nie, vyriešené'), 'bye'),
    ]),
    question('question', [3, 1], askQuestion, 'answer'),
    assistant('answer', [4, 1], 'end', 'team'),
    message('bye', [3, 0], text('Glad to hear that.', 'To nás teší.'), 'solved'),
    end('solved', [4, 0], true),
    handOver('team', [5, 1], 'Came back with a question'),
    end('end', [5, 2]),
  ]),
}

export const scenarioTemplates: readonly ScenarioTemplate[] = [
  leadCapture,
  openingHours,
  orderQuestion,
  feedback,
  faq,
  topicRouting,
  pageRouting,
  booking,
  reEngagement,
]
