/** Common passwords from leaked lists; they are refused alone or with digits around them. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `0123456789ab 111222333444 112233445566 121212121212 123123123123 123321123321 123456789012 1234567890ab 12345678910
    1234567891011 123456789a 123456789abc 147258369 147258369000 159357 159753 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
    1q2w3e4r5t6y7u 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 987654321 9876543210ab a1b2c3d4 a1b2c3d4e5f6 a1s2d3f4g5h6 aa123456
    aaa111 abc123 abc123456789 abcabcabcabc abcd1234 abcd12345678 abracadabra admin admin123456 adminadmin
    administration administrator administrator1 arsenal asdfasdfasdf asdfghjkl asdfghjklzxc ashley autumn autumn2026
    barcelona baseball basketball batman blink182 buster butterfly changeit changeme changemenow charlie chelsea
    chocolate company companyname computer computer123 contrasena contraseña correcthorsebatterystaple daniel december
    default defaultpassword demo demo12345678 demodemo dragon dragonball dragonballz engineer engineering facilities
    facility facilitymanagement february football fortnite godisgood greenday guest guestguest hallo hallohallo haslo
    hunter2 hunter222222 ilovegod ilovejesus ilovemyfamily ilovemyself iloveyou iloveyou2 iloveyouforever iloveyousomuch
    internet january jennifer jessica jesuschrist jesuslovesme jordan jordan23 juventus letmein letmein123 letmeinnow
    letmeinplease linkinpark liverpool liverpoolfc login loginlogin maggie maintenance maintenance1 maintenancedata
    manchester manchesterunited master masterkey mastermaster metallica michael michelle minecraft monday monkey
    monkeymonkey motdepasse mypassword mysecret mysecretpassword newpassword nintendo nirvana nothing nothing123
    november october opensesame openthedoor operations operator operator123 p@ssw0rd p@ssword parola passw0rd password
    password123 password1234 password12345 password123456 passwordabc passwordpassword passwort passwort123 playstation
    pokemon princess princess123 qazwsx qazwsxedc qazwsxedcrfv qazxswedc qwerty qwerty123456 qwerty12345678 qwertyqwerty
    qwertyuiop qwertyuiop123 qwertyuiopas realmadrid rockyou rockyou123 rootroot samsung samsung123 saturday secret
    secretpassword senha123 september shadow slipknot spiderman spring spring2026 starwars strawberry summer summer2024
    summer2025 summer2026 sunday sunshine superman supersecret superuser supervisor technician temporary temppass
    temppassword test12345678 testing123 testpassword testtest testtesttest thankyoujesus thisismypassword topsecret
    trustno1 user username usernamepassword useruser welcome welcome123 welcomehome welcometo whatever whatever123
    winter winter2024 winter2025 winter2026 workorder workorders yourpassword zaq12wsx zaq1zaq1 zxcvbnm zxcvbnmasdfg`.split(
    /\s+/,
  ),
);
