import type { Locale } from '@ozvi/contract'

/*
 * Everyday phrases and the words pages use instead: `phrase, other phrase: page words`. Folded; a phrase may
 * have several words, including stop words. Only phrases that suit most products and services are listed. One file,
 * because it is one table: a line per phrase.
 */
export const SAYINGS: Record<Locale, string> = {
  en: `
    get rid of, throw away, throw out, wipe, clear out, drop: delete remove discard erase clear
    take back, go back, roll back, put back, step back: undo revert restore return reset previous
    go back to, back to: restore revert return previous
    give up, back out, call off, bail out: abort cancel stop quit
    turn off, switch off, shut off, get rid: disable deactivate off
    turn on, switch on: enable activate on
    shut down, power off: shutdown stop exit
    start over, begin again: reset restart
    set up, put in place: configure install setup configuration create
    find out, look up, figure out, check if, see if, tell if: show display find check status list
    see who, find who, know who: author owner user
    who wrote, who made, who changed, who did: author modified revision
    log in, sign in, log on, get in, get into: login signin authentication
    log out, sign out: logout signout
    sign up, join up: register registration signup
    hook up, plug in, link up: connect connection pair
    mix up, swap: exchange replace switch
    pick out, pick: select choose
    fill in, fill out, type in, put in: enter insert input
    print out: print output
    back up, keep a copy: backup copy export
    speed up, make faster, too slow, very slow, really slow, so slow: performance fast optimize slow
    take up, uses up, eats up: use consume space
    run out: limit exhausted
    make bigger, blow up: enlarge increase resize zoom
    make smaller, shrink, get smaller: reduce compress shrink size
    move around, drag: move
    hand over, pass on: transfer
    put together, merge together, into one: combine merge join
    split up, break up, cut up: split divide separate
    look like: appearance format style
    look for, search for, hunt for: find search locate
    keep track, follow: track monitor history
    catch up: update sync
    leave out, skip over: exclude skip omit ignore
    hide away: hide hidden
    stop showing, no longer show, do not show: hide disable
    keeps asking, asks for, asks me, asking for: prompt request
    every time, each time, always, all the time: always permanently automatically default
    at the same time, at once, side by side: simultaneously concurrent concurrently multiple parallel
    by itself, on its own, by its own, without asking: automatic automatically auto
    over and over, again and again: repeat repeatedly loop
    how big, how large: size maximum limit
    how long: duration period days hours time expire
    how many: number count maximum limit
    how much: price cost fee amount
    how far: distance range limit
    how fast: speed rate
    how old: age
    for free, without paying, no cost: free license royalty price
    busy: traffic load concurrent
    allowed to, is it ok, is it okay, may i, am i allowed: permit allow permission may license
    right away, straight away: immediately instant
    a lot of, lots of, many, plenty: multiple large number bulk
    the same: identical duplicate same
    twice, more than once, double: duplicate repeated
    newest, most recent, most up to date: latest last recent current
    oldest: first earliest
    biggest, largest, highest: maximum largest
    smallest, lowest, least: minimum smallest
    only the, just the, nothing but: only single
    at the top, on top: top header above
    at the bottom, on the bottom: bottom footer below
    at the start, at the beginning, in front: leading beginning first prefix
    at the end: trailing end last suffix
    in the middle: middle between center
    next to: beside adjacent
    out of date, too old: outdated obsolete expired
    not there, gone, disappeared, vanished, went missing: missing lost recover restore deleted
    does not work, doesn't work, not working, won't work, broken, stopped working: error problem fail failure troubleshoot
    does nothing, nothing happens: respond response fail
    won't start, does not start: start launch startup fail
    won't open, can't open, cannot open: open error corrupt
    can't see, cannot see, don't see: display visible hidden show
    can't find, cannot find: missing find location
    keeps showing, still shows: display appear
    mess up, messed up, screwed up, mistake, typo, by accident, accidentally, wrongly: error undo correct fix recover
    fix a: correct repair edit
    wrong: incorrect invalid error
    weird, strange, funny: unexpected special
    picture, photo, pic: image
    sheet: spreadsheet worksheet
    letters, symbols: characters
    big letters, upper case, caps, capitals: uppercase capitalize capital
    small letters, lower case: lowercase
    drop down, dropdown, pull down, combo box: list selection dropdown menu
    tick, tick box, check box: checkbox
    new line, line break, next line: newline break wrap
    folder: directory
    program, app, tool: application program software
    computer, machine, box, server: host server system remote
    on the server, on a server: remote server
    on my disk, on my computer, on my machine, locally: local disk
    web page: page website
    web address: url address
    phone number: telephone number
    user name, login name: username
    keyboard shortcut, hot key: shortcut key
    full screen: fullscreen
    dark mode: theme dark
    mobile phone: mobile
    spell check: spellcheck spelling
    word count: count words characters
    time zone: timezone
    file name: filename
    data base, db: database
    zip, compress: archive compress
    unzip: extract
    typing: input enter
    edits, changes i made, modifications: changes modifications
    someone else, colleague, coworker, other people, others: user shared author
    to many people, to everybody, to all: bulk mass group mail
    with their names: personalized merge fields
    money back: refund
    too much: excess limit
    too late: overdue deadline
    kids, children: child family
    job: task
    boss: manager administrator
    lost my: lost recover reset
    forgot, forgotten, don't remember, can't remember: forgot reset recover
    remember my, remember the, save my password, save it: store remember cache save
    locked out, locked: locked lock busy blocked
    hacked, stolen: compromised security stolen
    warn, tell me, let me know: notify notification alert warning
    quit, leave: exit cancel terminate close
    choose between, which should i, better: comparison compare versus appropriate difference
    vs, versus, compared to: difference compare comparison
    whats the difference, differ, differences: difference compare versus
    what does it mean, meaning: means definition refers
    example: example sample
    step by step: steps procedure
    move to another, transfer: migrate move transfer
    bring back, get back, undelete: restore recover
    copy over: copy duplicate
    make a copy: copy duplicate clone
    without the, no: without exclude disable
    visible: display show freeze fixed
    stay, stays, stick: fixed freeze keep
    scroll: scrolling
    sideways, horizontal: landscape horizontal orientation
    upright: portrait orientation
    work together: collaborate share
    stop that, stop it, prevent, avoid: disable prevent turn avoid
    not checked, not enforced, ignored: disabled enforcement off default
    in a different, in another: other another separate
    different folders, other folder: directory tree
    part of: partial section
    put a, put an: insert add set
    take a, take one, grab: apply get pick copy
    ask: request prompt
    blurry, fuzzy, unclear, out of focus, not sharp: blurry fuzzy pixelated resolution unclear
    darker, dims, dimmer, too dark: dim dark brightness
    brighter, too bright, lighter: brightness bright light
    louder, quieter, too loud, too quiet: volume sound level
    no sound, can't hear, cannot hear, mute, silence: sound audio volume mute
    freezes, frozen, hangs, hung, stuck, unresponsive: freeze hang respond unresponsive stuck
    crashes, crashed, crashing, dies, died: crash fail exit terminate
    laggy, sluggish, takes forever, takes ages: slow performance delay
    heats up, overheats, too hot, gets hot: hot heat temperature overheat
    invisible, concealed: hidden
    reveal, unhide: show hidden display
    blank, white page, nothing on it: empty blank
    fill up, full, no space, no room: full space disk capacity limit
    left over, remaining, still left, is left: free available remaining
    last longer, save battery, save power, save energy: battery life power reduce consumption saving
    runs on battery, unplugged: battery
    shut the lid, close the lid, shut: close lid suspend
    goes to sleep, falls asleep, sleeps, standby: suspend sleep hibernate
    wake, wake up, wakes: resume wake
    reboot, start again, relaunch: restart reboot
    unplug, pull out, take out: disconnect remove eject
    usb stick, memory stick, thumb drive, flash drive, pen drive: usb removable drive
    hard drive, hdd, ssd, hard disk: disk drive storage
    wifi, wi fi, wlan, wireless: wireless wifi network
    cable, ethernet, lan: wired ethernet network
    internet, online: network internet connection
    hotspot, tether, tethering: hotspot mobile
    can't connect, cannot connect, no connection, keeps dropping, disconnects: connection connect network disconnect
    screen, display, monitor: screen display monitor
    second screen, two screens, external screen, projector: monitor display external multiple
    wallpaper: background
    text size, bigger text, letters bigger, font bigger, zoom in: font size large zoom
    mouse pointer, cursor: pointer mouse cursor
    screenshot, screen shot, picture of the screen, capture the screen: screenshot capture screen
    film the screen, record the screen, video of the screen: screencast record screen
    scan: scanner scan
    both sides, double sided, two sides: duplex two-sided double-sided
    ink, toner: ink toner cartridge
    paper stuck, paper jam: jam paper
    mic: microphone
    webcam, camera: camera webcam
    headphones, earphones, headset: headphones speaker
    fingerprint, face id: fingerprint authentication
    without a password, skip the password, no password, without typing: automatic automatically passwordless password
    log me in, logs in: login automatic
    kick out, kicked out, sign everyone out, logged out: session expire logout sign
    protect, keep safe, safeguard: protect secure lock restrict
    password protect, lock with a password: password authentication protect encrypt
    encrypt, scramble: encrypt encryption
    keep out, shut out, ban, blacklist, block: block deny restrict ban forbid
    let in, whitelist, give access, let someone: allow grant permit access permission
    rights, privileges, who can, who may: permission rights privileges role access
    owner of, belongs to: owner ownership belongs
    become admin, be admin, admin rights: administrator administrative root
    rename, call it, change the name: rename name
    relocate, put somewhere else: move location
    unpack, untar, open a zip: extract archive
    put on, put onto: install add copy
    get rid of the program, remove a program, uninstall: uninstall remove purge
    completely, entirely, for good, fully: completely permanently purge whole
    newer version, next version, update to: upgrade update version release
    old version, previous version, earlier version, downgrade: downgrade previous older version
    latest news, what changed, whats new: changelog release changes
    check the config, test the config, check the settings: configuration syntax test validate
    config, settings, options, preferences: configuration settings options preferences
    config file, settings file: configuration file
    default, out of the box, originally: default initial
    factory settings, factory reset, start fresh: reset default factory
    take effect, kick in, apply: effect apply restart
    live, production: production live
    schedule, every day, every night, daily, nightly, hourly, weekly, at a certain time: schedule scheduled cron recurring timer
    later, postpone, hold off: later delay defer schedule
    on login, when i log in, at startup, on startup, on boot, when it starts: startup boot automatically login
    in the background, as a service: daemon background service
    kill, force quit, end task: kill terminate stop process
    what is running, running programs: process status running
    log file, logs: log logging
    write to a file, save to a file, into a file: file write output save
    line by line, each line, every line: line loop iterate read
    go through, loop over, one by one: iterate loop each
    put in order, order by, arrange, rank: sort order arrange
    in reverse, backwards: reverse descending
    count, tally: count number
    add up, total up, sum up: sum total
    average, mean value: average mean
    round, round off: round decimal
    join, glue, stick together, concatenate: join concatenate combine
    cut off, chop, trim: truncate trim strip cut
    look inside, peek, inspect: inspect view show
    contains, has inside, is in: contain include
    starts with, begins with: prefix start
    ends with: suffix end
    random, shuffle: random shuffle
    unique, duplicates, doubles, repeated: unique duplicate
    empty: empty null blank none
    not equal, different from: difference unequal
    turn into, convert, change into: convert format export transform
    word file, word document: docx document
    excel, spreadsheet file: spreadsheet csv xlsx
    send to, email to, share with: send share email
    attach, attachment: attachment attach file
    reply, answer back, respond: reply respond answer
    undo, go one step back, ctrl z: undo revert
    notes in the margin, remarks: comment annotation
    line on top, heading on top: header title
    page number: page number field
    sign here, sign a document: signature sign
    stamp, date and time: timestamp date time
    several sites, multiple sites, several websites: virtual hosts multiple sites
    redirect, forward, send visitors: redirect forward
    friendly urls, pretty urls, nice urls: rewrite url
    error page, not found page, 404: error document 404 custom
    cut off visitors, without downtime, no downtime, without interruption, dropping connections: graceful reload zero downtime
    self made, self signed, home made: self-signed
    ssl, https, certificate, padlock: ssl tls https certificate
    make pages smaller, make files smaller, smaller files: compress compression reduce
    load faster, loads slowly: cache performance compress
    cached, old page shows: cache refresh
    mirror: mirror replica copy
    clone: clone copy duplicate
    roll out: deploy release
    plugin, addon, add on: extension module plugin addon
    module, package, library: module package library
    bill me, charged twice, double charged, overcharged: charge payment invoice refund
    how do i pay, ways to pay, pay with: payment methods card
    delivery time, when will it arrive, how long until it arrives, where is my order: delivery shipping order track
    send it back, return it, give it back, bring it back: return refund withdrawal
    doesn't fit, wrong size, too small, too big: exchange return size
    arrived broken, came broken, arrived damaged: damaged complaint claim warranty
    defect, defective, faulty: defect warranty repair
    promo code, voucher, coupon code: voucher discount code
    opening times, when are you open, open on: opening hours open
    where are you, where is your, where can i find you, how do i find you, how do i get to you: contact address location
    your address, the address, whats the address: contact address location office
    your email, email you, write to you, call you, phone you, ring you: contact email phone
    saturday, sunday, saturdays, sundays, weekend, weekends: opening hours open
    in installments, in instalments, pay monthly, pay later: installment instalment finance interest
    locked in, tied in, minimum term: contract cancel term notice
    how much does it cost, how much is it, what does it cost: price pricing plan
    cheaper, reduce the price, lower price: discount price
    try it, try before: trial free
    end my contract, end the contract, stop paying, cancel my: cancel termination contract notice
    pause, put on hold, freeze my: pause suspend hold
    move house, moving, new flat, new address: address change relocation move
    new card, card expired, change card: payment card update
    close my account, delete my account, remove my account: account delete close
    my data, personal data, what do you know: personal data privacy gdpr
    get in touch, reach you, talk to you: contact support
    complain, complaint: complaint claim
    children, minors: children age minor
    wheelchair, disabled: accessibility disabled step-free ramp lift
    park, parking: parking
    bring my dog, pets, pet: pets animals dog`,
  sk: `
    zbavit sa, vyhodit, zahodit: odstranit zmazat vymazat
    vratit sa, ist spat, vratit spat: obnovit vratit predchadzajuci
    vzdat, prestat, skoncit, odist: zrusit ukoncit vypoved ukoncenie
    skor, predcasne, pred koncom: predcasne predcasny ukoncenie viazanost
    pokuta, sankcia: pokuta poplatok zmluvna
    zrusit zmluvu, ukoncit zmluvu, vypovedat: vypoved ukoncenie zmluva
    odpojit, odpojili, vypli, odstavili: pozastavit prerusit obmedzit dlh upomienka obnovit
    prestahovat, stahujem, stahovat: prelozit stahovanie adresa prelozenie
    preniest, presunut, previest: prelozit presunut prenos prevod
    novy byt, byt, dom: adresa
    zomrel, zomrela, umrel, umrela, umrtie: umrtie pozostali dedic
    mama, otec, manzel, manzelka, rodic: osoba rodina pozostali
    prepisat, na ineho, na inu osobu: prepis prevod
    telka, telku, telke, telky, televizor: televizia tv
    mobil, mobile, mobiloch, telefon, smartfon: zariadenie telefon mobilny
    naraz, sucasne, zaroven: sucasne subezne
    pozerat, pozriet, sledovat: sledovat pozerat prehravat
    v zahranici, na dovolenke, cudzina, chorvatsko, rakusko, cesko: zahranicie unia krajina roaming
    net, internet, pripojenie, wifi: internet pripojenie
    router, modem, krabicka: router modem zariadenie
    svieti, blika: kontrolka svieti indikator
    cervena, cervene, cerveny, nacerveno: cervena chyba
    nejde, nefunguje, nefunguju, prestalo, spadlo, vypadlo: porucha vypadok chyba problem
    seka, zaseka, mrzne: pomaly signal problem
    pomaly, pomala, pomale: pomaly rychlost signal
    rychly, najrychlejsi, rychlejsi: rychlost sietovy
    drahy, drahe, lacny, lacnejsi: cena zlava
    kolko stoji, za kolko, aka je cena: cena cennik poplatok
    kolko plati, kolko sa plati, kolko zaplatim: cena poplatok
    najlacnejsi: cena najnizsia
    dokedy, do kedy, kedy treba: splatnost termin lehota
    zaplatit, uhradit, platit: uhrada platba splatnost
    na splatky, po castiach: splatka splatkovy kalendar
    neskor zaplatit, odlozit platbu: odklad splatnost
    faktura, ucet, uctovne: faktura vyuctovanie
    neprisla, neprisiel, neprislo, nedostal, nedostala: dorucenie chyba priecinok
    vratit peniaze, vratite peniaze, peniaze spat: vratenie dobropis odpocitat nahrada
    nahrada, kompenzacia, odskodnenie: nahrada odpocet zlava
    vratit tovar, vratit vec: vratenie odstupenie
    nesedi, nepasuje, zla velkost: vymena vratenie
    rozbity, rozbite, pokazeny, pokazilo, nefunkcny: reklamacia poskodeny vada oprava
    poskodeny, poskodeny balik: reklamacia poskodenie
    zlava, akcia, vyhoda: zlava akcia
    student, studenti, ziak: student zlava
    dochodca, senior, ztp: zlava preukaz
    otvorene, otvorena, kedy ste otvoreni: otvaracie hodiny predajna
    sobota, nedela, vikend: hodiny otvaracie
    kde ste, kde sidlite, kde najdem, kde mate, kde vas, kde sa nachadzate: kontakt adresa predajna
    telefon na, telefonne cislo, telefonny kontakt: telefon kontakt
    cislo uctu, bankovy ucet, na aky ucet: iban ucet platba
    ico, dic, fakturacne udaje: fakturacne udaje kontakt
    zaparkovat, parkovat, parkovisko, parkovanie: parkovat parkovanie parkovisko
    smeti, smetiak, smetiari: odpad komunalny
    praca u vas, volne miesta, pracovne miesta: kariera ponuky
    zavolat, cislo, kontakt, kontaktovat: telefon linka kontakt zakaznicka
    cakat, ako dlho, za ako dlho: lehota dni hodin trvanie
    dlzka, trvanie, lehota: lehota doba
    zabudol heslo, zabudla heslo, nepamatam heslo, zabudnute heslo: heslo obnovit nepamatam
    neviem sa prihlasit, nejde prihlasit, nemozem sa prihlasit: prihlasenie heslo
    zmenit heslo, nove heslo: heslo zmena
    prihlasovacie udaje, meno a heslo: prihlasenie heslo meno
    pripojit sa, pripojit: pripojit pripojenie
    na dialku, z prace, odvsadial, zvonka: vzdialene verejna pristup
    kamera, kameru: kamera zariadenie
    deti, dieta, detom: rodicovska deti kontrola
    blokovat, zablokovat, zakazat: blokovanie zakazat obmedzit
    nastavit, nahodit, sprevadzkovat: nastavenie konfiguracia
    nainstalovat, namontovat, zapojit: instalacia zapojenie
    technik, opravar, chlapik: technik navsteva
    pride domov, domov, na dom: navsteva adresa
    program, balik, pausal: program balik
    aplikacia, appka, apka: aplikacia
    posta, mail, mejl, email: email posta
    server, smtp, port: server nastavenie
    dorucenie, doruceny, kurier, prist: dorucenie kurier
    poslat, posielate, zaslat: dorucenie dodanie zaslat
    kedy pride, kedy mi pride, kde je: dorucenie zasielka
    doprava, postovne: doprava dorucenie cena
    vyzdvihnut, osobne: odber vyzdvihnutie predajna
    darcek, darovat: darcekovy poukazka
    vernostny, body: vernostny body program
    zmenit adresu, ina adresa: adresa zmena
    zrusit objednavku, stornovat: objednavka zrusenie storno
    zrusit ucet, vymazat ucet: ucet zrusenie
    odhlasit sa, odhlasit: odhlasenie zrusit
    subor, dokument: subor dokument
    priecinok, zlozka, adresar: priecinok
    obrazok, fotka, foto: obrazok fotografia
    pridat, vlozit, dat: vlozit pridat
    zvacsit, vacsi: zvacsit velkost
    zmensit, mensi: zmensit velkost
    vytlacit, tlac: tlac
    stiahnut, ulozit: stiahnut ulozit
    zobrazit, vidiet, ukazat: zobrazit zobrazenie
    skryt, schovat: skryt
    zdielat, spolu s: zdielanie
    pozvat, pridat cloveka, kolega: pouzivatel pridat pozvanka
    rozdiel, porovnat, lepsi: rozdiel porovnanie
    ukazuje chyba, hlasi chybu, pise chybu, vyskakuje: chyba hlasenie kod
    nahravka, nahrat, nahravat: nahravka nahravanie
    spatne pozerat, pozriet spatne, dozadu: archiv
    vypadok, nesiel, nefungoval: vypadok porucha
    kupit, objednat, chcem si objednat: objednavka kupit objednat
    zarucny, zaruka: zaruka reklamacia
    splatit: splatka
    dlh, dlzim: dlh upomienka`,
}
