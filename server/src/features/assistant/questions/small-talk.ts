import { isPhrase, readPhrases } from './phrases.ts'

/* Messages that are small talk and nothing else. Phrases match folded words. */

export type SmallTalk =
  | 'greeting'
  | 'farewell'
  | 'thanks'
  | 'acknowledged'
  | 'agreed'
  | 'declined'
  | 'about_assistant'
  | 'invitation'

/** The first that fits counts, in this order. */
const phrases: Record<SmallTalk, ReturnType<typeof readPhrases>> = {
  /** Whether a person or a machine answers, and what it can do. */
  about_assistant: readPhrases(`
    (hi|hello|hey|wait|so|and)* (are you|r u|am i talking to|am i talking with|am i speaking to|am i speaking with|am i chatting with) (a|an|the)? (real|actual|live)? (human|human being|person|bot|robot|machine|ai|chatbot|real|automated) (or)? (a|an)? (real|actual|live)? (human|human being|person|bot|robot|machine|ai|chatbot)?
    (is this) (a|an)? (real|live)? (bot|chatbot|human|person|ai)
    (hi|hello|hey)* (what can you do|what can you help with|what can you help me with|what can i ask|what can i ask you|how can you help|how can you help me)
    (ahoj|dobry den|a|ale|pockat)* (ste|si|vy ste|ty si|ste vy|si ty) (zivy|skutocny|realny)? (clovek|robot|bot|stroj|chatbot|ai|automat|umela inteligencia) (alebo)? (zivy|skutocny|realny)? (clovek|robot|bot|stroj|chatbot|ai|automat|umela inteligencia)?
    (hovorim|pisem|pisem si|rozpravam|rozpravam sa|komunikujem) (s|so) (zivym|skutocnym|realnym)? (clovekom|robotom|botom|strojom|chatbotom|automatom|umelou inteligenciou) (alebo)? (s|so)? (clovekom|robotom|botom|strojom|chatbotom|automatom|umelou inteligenciou)?
    (ahoj|dobry den)* (co vies|co viete|co dokazes|co dokazete|s cim mi vies pomoct|s cim mi viete pomoct|s cim mozete pomoct|na co sa mozem opytat|co sa mozem opytat)
  `),
  greeting: readPhrases(`
    (hi|hii|hello|helo|hey|hiya|hola|yo|howdy|greetings|good morning|good afternoon|good evening|good day|ahoj|ahojte|cau|caute|nazdar|zdravim|dobry den|dobry vecer|dobre rano|dobre popoludnie|servus|cus|halo) (hi|hello|there|all|everyone|team|again|vsetci|vas|vam|prajem|zelam|prajeme)* (how are you|how are you doing|how's it going|what's up|ako sa mate|ako sa mas|ako sa dari)?
    (how are you|how are you doing|how's it going|what's up|ako sa mate|ako sa mas|ako sa dari) (today|dnes)?
  `),
  agreed: readPhrases(`
    (yes|yeah|yep|sure|ok|okay)* (yes|yeah|yep|sure|yes please|please|please do|do it|do that)
    (ano|hej|jasne|ok|okay)* (ano|hej|ano prosim|prosim|prosim vas|budem rad|budem rada)
    (yes|yeah|yep|sure|ano|hej|jasne)* (yes|yeah|yep|sure|ano|hej) (please|prosim)? (thanks|thank you|thx|dakujem|dakujeme|diky) (you|a lot|so much|very much|pekne|velmi|vam)*
  `),
  thanks: readPhrases(`
    (ah|oh|aha|yes|ano|ok|okay|alright|super|great|perfect|awesome|amazing|cool|nice|good|understood|got it|skvele|vyborne|fajn|dobre|jasne|rozumiem|uz|to|mi|pomohlo|funguje)* (thanks|thank you|thank u|thankyou|many thanks|thx|thanx|tnx|ty|cheers|much appreciated|appreciate it|i appreciate it|dakujem|dakujeme|diky|vdaka|dik) (you|a lot|so much|very much|a bunch|again|pekne|krasne|velmi|moc|vam|ti|for help|for your help|for the help|for the info|for the information|for the answer|for your answer|for the quick answer|za pomoc|za odpoved|za radu|za info|za informaciu|za informacie|za ochotu|za vsetko)* (this|that|it)? (is|was|really|very)* (helped|helps|helpful|useful|works|worked|works now|great|perfect|super|skvele|velmi|to mi pomohlo|to pomohlo|pomohlo mi to|pomohlo to|pomohli ste mi)? (me|a lot|velmi|dakujem)*
    (ah|oh|yes|ok|okay|super|great|perfect|awesome|cool)* (this|that|it|your answer) (is|was|has|really|very|totally)* (helped|helps|helpful|useful|solved it|solved my problem|fixed it|works now|worked) (me|now|a lot|perfectly|great)* (thanks|thank you|thx)* (you|a lot|so much|very much)*
    (ano|super|skvele|vyborne|ok|okay)* (to|toto)? (mi|nam)? (velmi|naozaj)? (pomohlo|pomohla|pomohli ste mi) (mi|nam|to|velmi)*
  `),
  acknowledged: readPhrases(`
    (ah|oh|aha|um|hm|hmm|yes|yeah|ok|okay|alright|cool|nice|good|great|super|perfect|fine|i see)* (aha|hm|hmm|ok|okay|alright|all right|cool|nice|good|great|super|perfect|fine|got it|i see|understood|makes sense|that is all|that's all|thats all|good to know)
    (aha|hm|hmm|ano|ok|okay|dobre|jasne|fajn|super|skvele|vyborne)* (aha|hm|hmm|ok|okay|dobre|jasne|fajn|super|skvele|vyborne|paradne|v poriadku|rozumiem|chapem|to je vsetko)
  `),
  declined: readPhrases(`
    (no|nope|nah|no no|no thanks|no thank you|no that is all|no that's all|not now|not really)
    (nie|nie nie|nie dakujem|nie vdaka|nie to je vsetko|uz nie|ani nie|netreba|nie netreba)
  `),
  farewell: readPhrases(`
    (no|nope|nie|ok|okay|great|super)* (that is all|that's all|thats all|to je vsetko) (for now|nateraz)? (thanks|thank you|dakujem|diky|vdaka) (you|a lot|very much|pekne|velmi)*
    (no|ok|okay|great|thanks|thank you|that's all)* (bye|bye bye|goodbye|good bye|see you|see you later|see ya|cya|take care|good night|goodnight|have a nice day|have a good day|have a great day|have a nice evening|have a nice weekend|have a good one) (then|everyone|all|too|thanks|thank you|bye)*
    (ok|okay|dobre|fajn|super|dakujem|diky|vdaka|prajem|vam|zelam)* (dovidenia|do videnia|zbohom|maj sa|majte sa|dopocutia|pekny den|krasny den|pekny vecer|pekny vikend|dobru noc|zatial|papa|cau cau) (prajem|zelam|pekne|vam|aj vam|dakujem)*
  `),
  /** Announces a question or a problem, or asks for help. */
  invitation: readPhrases(`
    (hi|hello|hey|sorry|please|good morning|good afternoon|good evening)* (help|help me|please help|please help me|i need help|i need some help|i need your help|need help|can you help|can you help me|could you help me|can i ask something|can i ask you something|can i ask a question|can i ask you a question|i have a question|i have a quick question|i have some questions|i have a few questions|i have a problem|i have an issue|quick question) (please|with something|for you)*
    (dobry den|dobry vecer|dobre rano|zdravim|ahoj|ahojte|prosim|prosim vas|prajem)* (pomoc|pomozte|pomozte mi|potrebujem pomoc|potrebujem pomoct|potrebujem poradit|potrebujem radu|mam otazku|mam jednu otazku|mam na vas otazku|mam dotaz|mam problem|mozem sa opytat|mozem sa nieco opytat|mozem sa vas nieco opytat|mozete mi pomoct|mozete mi poradit|viete mi pomoct|viete mi poradit|vedeli by ste mi pomoct|vedeli by ste mi poradit|pomozes mi|poradis mi|chcem sa opytat|chcem sa nieco opytat|chcela by som sa opytat|chcel by som sa opytat|poradte mi) (prosim|prosim vas|nieco|na nieco|s niecim|dakujem)*
  `),
}

/** @param words folded words of a message */
export const smallTalkOf = (words: readonly string[]): SmallTalk | undefined =>
  (Object.keys(phrases) as SmallTalk[]).find((kind) => isPhrase(phrases[kind], words))
