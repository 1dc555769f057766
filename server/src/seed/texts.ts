import type { Locale } from '@ozvi/contract'

type Texts = readonly [string, ...string[]]
/** Questions to a small coffee shop; the answer is verbatim on its page. */
export interface Topic {
  path: string
  title: string
  answer: string
  questions: Texts
  replies: Texts
}
interface Words {
  topics: readonly [Topic, ...Topic[]]
  /** Questions that the assistant can't answer. */
  puzzles: Texts
  follow_ups: Texts
  thanks: Texts
  welcome: Texts
  asks_person: Texts
  notes: Texts
  spam: Texts
  again: Texts
  comments: { good: Texts; bad: Texts }
  ai_notice: string
  home: string
}

export const words: Record<Locale, Words> = {
  en: {
    topics: [
      {
        path: '/delivery',
        title: 'Delivery',
        answer:
          'Orders placed before noon leave the roastery the same working day. Delivery within Slovakia takes one to two working days and costs 2.90 euros; above 40 euros it is free.',
        questions: [
          'How long does delivery take?',
          'When will my parcel arrive if I order today?',
          'Is delivery free above some amount?',
        ],
        replies: [
          'I have checked: your parcel {order} left us this morning and should be with you tomorrow.',
          'The courier has parcel {order}; the tracking link is in the mail we sent you yesterday.',
        ],
      },
      {
        path: '/returns',
        title: 'Returns',
        answer:
          'You may return unopened coffee and any equipment within 30 days without giving a reason. The money is back on your account within five working days after the parcel reaches us.',
        questions: [
          'How do I return a grinder?',
          'Can I send the coffee back if I have not opened it?',
          'When do I get my money back for order {order}?',
        ],
        replies: [
          'Of course. I have sent you a return label for order {order}; just hand the box over at any pick-up point.',
          'Your return {order} has arrived and the money is on its way.',
        ],
      },
      {
        path: '/payment',
        title: 'Payment',
        answer:
          'You can pay by card, by bank transfer or in cash on delivery, which costs one euro more. We keep no card numbers.',
        questions: [
          'Can I pay by bank transfer?',
          'My card was refused, what now?',
          'Do you take cash on delivery?',
        ],
        replies: [
          'The payment for {order} did come through, so you do not need to do anything.',
          'I have sent you a new payment link for {order}; it is valid for two days.',
        ],
      },
      {
        path: '/subscription',
        title: 'Subscription',
        answer:
          'A subscription brings freshly roasted coffee every two or four weeks. It can be paused or ended in your account at any time, up to two days before the next roast.',
        questions: [
          'How do I pause my subscription?',
          'Can I change the coffee in my subscription?',
          'How often does the subscription come?',
        ],
        replies: [
          'Your subscription is paused until the end of next month.',
          'I have changed it to the Ethiopian one, starting with the next roast.',
        ],
      },
      {
        path: '/grinding',
        title: 'Grinding and storing',
        answer:
          'We grind for espresso, moka pot, filter or French press free of charge. Ground coffee is at its best within two weeks, whole beans within two months after roasting.',
        questions: [
          'Which grind do I need for a moka pot?',
          'How long do beans stay fresh?',
          'Can you grind it for filter?',
        ],
        replies: [
          'For that machine I would take the espresso grind, one step coarser.',
          'We roasted yours on Tuesday, so it is at its best from this weekend on.',
        ],
      },
      {
        path: '/invoices',
        title: 'Invoices',
        answer:
          'The invoice comes by mail when the parcel leaves us and stays in your account for ten years. Company details can be changed until the end of the month.',
        questions: [
          'Where do I find the invoice for {order}?',
          'Can you put our company number on the invoice?',
        ],
        replies: [
          'The corrected invoice for {order} is in your inbox.',
          'I have added your company to the invoice; please have a look.',
        ],
      },
    ],
    puzzles: [
      'Do you train baristas in Žilina?',
      'Does your coffee go well with oat milk from Brand X?',
      'Could you sponsor our school fair?',
      'The machine shows error E47, what does it mean?',
      'My parcel {order} came with a torn bag.',
    ],
    follow_ups: [
      'And how much would that be?',
      'Does it work for {city}, too?',
      'I ordered it last week, the number is {order}.',
      'It is still the same on my side.',
      'Could you check it once more, please?',
    ],
    thanks: ['Thank you, that helped!', 'Great, thanks.', 'Perfect, have a nice day.'],
    welcome: ['You are welcome! Is there anything else?', 'Glad to help. Enjoy your coffee!'],
    asks_person: ['I would rather talk to a person.', 'Can a human help me?'],
    notes: [
      'Second time this month, maybe a voucher?',
      'Waiting for the courier to call back.',
      'Wholesale customer, handle with care.',
    ],
    spam: ['Best prices for website traffic, write to us now!', 'Earn 500 euros a day from home'],
    again: ['It has happened again, I am afraid.', 'One more question about this.'],
    comments: {
      good: ['Quick and friendly.', 'Answered in a minute, great.', 'Very helpful.'],
      bad: ['It took too long.', 'I still do not know when it arrives.', 'I had to explain it twice.'],
    },
    ai_notice:
      'You’re chatting with an automated assistant. It quotes our content and connects you with a person when you ask.',
    home: 'Green Bean Roastery',
  },
  sk: {
    topics: [
      {
        path: '/sk/dorucenie',
        title: 'Doručenie',
        answer:
          'Objednávky prijaté do poludnia odchádzajú z pražiarne v ten istý pracovný deň. Doručenie po Slovensku trvá jeden až dva pracovné dni a stojí 2,90 eura; nad 40 eur je zadarmo.',
        questions: [
          'Ako dlho trvá doručenie?',
          'Kedy mi príde balík, ak objednám dnes?',
          'Je doručenie od určitej sumy zadarmo?',
        ],
        replies: [
          'Overil som to: váš balík {order} od nás ráno odišiel a zajtra by mal byť u vás.',
          'Balík {order} má kuriér; odkaz na sledovanie je v e-maile, ktorý sme vám včera poslali.',
        ],
      },
      {
        path: '/sk/vratenie',
        title: 'Vrátenie tovaru',
        answer:
          'Neotvorenú kávu a akékoľvek príslušenstvo môžete vrátiť do 30 dní bez udania dôvodu. Peniaze máte späť na účte do piatich pracovných dní po tom, čo nám balík príde.',
        questions: [
          'Ako vrátim mlynček?',
          'Môžem vrátiť kávu, ak som ju neotvoril?',
          'Kedy mi vrátite peniaze za objednávku {order}?',
        ],
        replies: [
          'Samozrejme. K objednávke {order} som vám poslala štítok na vrátenie; balík odovzdajte na ktoromkoľvek výdajnom mieste.',
          'Vrátený balík {order} nám prišiel a peniaze sú na ceste.',
        ],
      },
      {
        path: '/sk/platba',
        title: 'Platba',
        answer:
          'Platiť môžete kartou, bankovým prevodom alebo v hotovosti pri prevzatí, čo stojí o jedno euro viac. Čísla kariet neuchovávame.',
        questions: ['Môžem zaplatiť prevodom?', 'Karta mi neprešla, čo teraz?', 'Dá sa platiť na dobierku?'],
        replies: [
          'Platba za {order} nám prišla, nemusíte robiť nič.',
          'Poslal som vám nový odkaz na platbu za {order}; platí dva dni.',
        ],
      },
      {
        path: '/sk/predplatne',
        title: 'Predplatné',
        answer:
          'Predplatné prináša čerstvo praženú kávu každé dva alebo štyri týždne. V účte sa dá kedykoľvek pozastaviť alebo zrušiť, najneskôr dva dni pred ďalším pražením.',
        questions: [
          'Ako pozastavím predplatné?',
          'Môžem si v predplatnom zmeniť kávu?',
          'Ako často predplatné chodí?',
        ],
        replies: [
          'Predplatné máte pozastavené do konca budúceho mesiaca.',
          'Zmenila som vám ju na etiópsku, od najbližšieho praženia.',
        ],
      },
      {
        path: '/sk/mletie',
        title: 'Mletie a skladovanie',
        answer:
          'Bezplatne melieme na espresso, do moka kanvičky, na filter aj do french pressu. Mletá káva je najlepšia do dvoch týždňov, zrnková do dvoch mesiacov po pražení.',
        questions: [
          'Aké mletie potrebujem do moka kanvičky?',
          'Ako dlho vydržia zrná čerstvé?',
          'Zomeliete mi kávu na filter?',
        ],
        replies: [
          'K tomuto kávovaru by som zvolila mletie na espresso, o stupeň hrubšie.',
          'Vašu sme pražili v utorok, takže najlepšia bude od tohto víkendu.',
        ],
      },
      {
        path: '/sk/faktury',
        title: 'Faktúry',
        answer:
          'Faktúra vám príde e-mailom, keď od nás balík odíde, a v účte zostáva desať rokov. Firemné údaje sa dajú zmeniť do konca mesiaca.',
        questions: ['Kde nájdem faktúru k {order}?', 'Môžete na faktúru doplniť naše IČO?'],
        replies: [
          'Opravenú faktúru k {order} máte v e-maile.',
          'Firmu som na faktúru doplnil; pozrite si ju, prosím.',
        ],
      },
    ],
    puzzles: [
      'Školíte aj baristov v Žiline?',
      'Hodí sa vaša káva k ovsenému mlieku?',
      'Podporili by ste náš školský jarmok?',
      'Kávovar hlási chybu E47, čo to znamená?',
      'Balík {order} prišiel s roztrhnutým vreckom.',
    ],
    follow_ups: [
      'A koľko by to stálo?',
      'Platí to aj pre mesto {city}?',
      'Objednával som minulý týždeň, číslo je {order}.',
      'U mňa je to stále rovnaké.',
      'Pozreli by ste sa na to ešte raz, prosím?',
    ],
    thanks: ['Ďakujem, pomohlo to!', 'Super, vďaka.', 'Výborne, pekný deň.'],
    welcome: ['Niet za čo! Môžem ešte s niečím pomôcť?', 'Rado sa stalo. Nech chutí!'],
    asks_person: ['Radšej by som hovoril s človekom.', 'Môže mi pomôcť niekto z vás?'],
    notes: [
      'Druhýkrát tento mesiac, možno zľavový kód?',
      'Čakám, kým sa ozve kuriér.',
      'Veľkoobchodný zákazník, opatrne.',
    ],
    spam: ['Najlepšie ceny za návštevnosť webu, píšte hneď!', 'Zarobte 500 eur denne z domu'],
    again: ['Žiaľ, stalo sa to znova.', 'Ešte jedna otázka k tomu.'],
    comments: {
      good: ['Rýchlo a milo.', 'Odpoveď za minútu, skvelé.', 'Veľmi ste mi pomohli.'],
      bad: ['Trvalo to príliš dlho.', 'Stále neviem, kedy to príde.', 'Musel som to vysvetľovať dvakrát.'],
    },
    ai_notice: 'Píšete si s automatickým asistentom. Cituje náš obsah a na požiadanie vás spojí s človekom.',
    home: 'Pražiareň Green Bean',
  },
}
export const slovakCities = ['Košice', 'Nitra', 'Trenčín'] as const
export const cities = [...slovakCities, 'Brno', 'Praha'] as const
