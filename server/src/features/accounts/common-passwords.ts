// The most common leaked passwords with ten or more characters, in English and Slovak.
export const commonPasswords: ReadonlySet<string> = new Set(
  `
    1234567890 12345678910 123456789a 0123456789 9876543210 0987654321 1q2w3e4r5t 1q2w3e4r5t6y
    q1w2e3r4t5 q1w2e3r4t5y6 1qaz2wsx3edc qwertyuiop qwertyuiop123 qwerty1234 qwerty12345 qwerty123456
    qwertz1234 qwertzuiop asdfghjkl; asdfghjkl1 zxcvbnm123 password12 password123 password1234
    password12345 password123456 password1! password!1 password01 passw0rd123 p@ssw0rd123 p@ssword123
    p4ssword123 mypassword mypassword1 iloveyou12 iloveyou123 iloveyou1234 welcome123 welcome1234
    welcome12345 letmein123 letmein1234 sunshine12 sunshine123 princess12 princess123 football12
    football123 baseball12 baseball123 basketball basketball1 superman12 superman123 batman1234
    monkey1234 dragon1234 master1234 shadow1234 michael123 jennifer12 jordan2323 liverpool1 liverpool123
    arsenal123 chelsea123 barcelona1 realmadrid administrator admin12345 admin123456 administrator1
    changeme123 changeit123 default123 secret1234 test123456 testtest123 test1234567 guest12345
    user123456 root123456 abc1234567 abcd123456 abcdef1234 abcdefghij abcdefghij1 abc123abc123
    aaaaaaaaaa 1111111111 0000000000 5555555555 1212121212 1122334455 1234512345 12341234123
    123123123123 123321123321 1234554321 147258369a 1472583690 159357456a 789456123a 0147852369
    741852963a heslo12345 heslo123456 heslo1234567 mojeheslo1 mojeheslo123 slovensko1 slovensko123
    bratislava bratislava1 bratislava123 ahoj123456 lasicka123 milacik123 maminka123 martin1234
    michal1234 computer12 computer123 internet12 internet123 samsung123 google1234 facebook12
    facebook123 whatever12 whatever123 trustno1234 starwars12 starwars123 pokemon123 minecraft1
    minecraft123 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026
    autumn2025 password2024 password2025 password2026 company123 qazwsxedc1 qazwsx1234 zaq12wsxcde3
    zaq1zaq1zaq1 !qaz2wsx3edc 1q2w3e4r5t6y7u q1w2e3r4t5y6u7 poiuytrewq mnbvcxzlkj lkjhgfdsa1
  `
    .trim()
    .split(/\s+/),
)
