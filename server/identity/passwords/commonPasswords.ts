/**
 * The words that common passwords are made of. A password must contain upper case, digits and special characters, so
 * the common ones that pass this rule are such words with additions: `P@ssw0rd1!`, `Qwerty123$`, `Nairobi2024!`.
 */
const COMMON_WORDS = new Set(
  `
  password passwort passwd passcode pass passme admin administrator root user guest login welcome letmein
  changeme default secret test testing demo temp temporary sample example
  aa aaa aabb abcabc passwordpassword
  qwer qwerty qwertyuiop qwert qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qwe asd zxc qaz wsx
  abc abcd abcde abcdef abcdefg abcdefgh abcabc aaa aaaa xxx xyz zaq
  iloveyou love lovely loveme lover baby babygirl angel princess queen king prince sweet sweetheart honey
  monkey dragon master shadow sunshine superman batman spiderman pokemon starwars naruto hello hellohello
  football soccer baseball basketball hockey chelsea arsenal liverpool manchester manutd barcelona juventus
  michael jordan jessica ashley daniel thomas charlie andrew matthew joshua robert william david james john
  mary peter paul joseph jennifer michelle nicole hannah amanda george samuel moses grace faith mercy joy
  summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday
  january february march april may june july august september october november december
  computer internet google facebook youtube whatsapp twitter instagram samsung nokia iphone android
  windows microsoft apple linux network server office company security
  flower cookie chocolate cheese pepper ginger banana orange apple coffee butterfly rainbow purple
  freedom forever friend friends family mother father sister brother jesus christ jesuschrist god godisgood
  blessed blessing amen church bible heaven hallelujah
  trustno access hunter killer ninja mustang harley ferrari mercedes toyota corvette porsche
  karibu kenya nairobi mombasa kisumu nakuru eldoret africa uganda tanzania safari simba hakuna matata hakunamatata
  safaricom mpesa jambo mzungu harambee uhuru ruto raila kibaki moi maziwa ugali nyama
  school student students teacher teachers education elimu shule mwalimu mwanafunzi college university
  money charity sponsor donation children child
  `
    .trim()
    .split(/\s+/),
)

/** Digits and special characters that people type in place of letters. */
const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** Keyboard patterns and other common passwords in full. */
const COMMON_PASSWORDS = new Set([
  '!qaz2wsx',
  '1qaz@wsx',
  '1qaz!qaz',
  '!qaz@wsx',
  '1q2w3e4r!',
  '1q2w3e4r5t!',
  'q1w2e3r4!',
  'zaq12wsx!',
  'zaq1@wsx',
  'p@ssw0rd1234',
  '1234qwer!',
  '123qwe!@#',
  '!@#123qwe',
  'qwe123!@#',
  'abc123!@#',
])

/** The most digits and special characters that a common password has; one with more of them is not common. */
const DECORATION_MAX = 12

/** Repeated digits and special characters: `!!!!` protects no better than `!`, nor `1!1!` than `1!`. */
const REPEATED = /([ -`{-~]+?)\1+/g

/** Whether a password is one of the most common ones, or a common word with additions. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  if (COMMON_PASSWORDS.has(lower)) return true
  if (lower.replace(REPEATED, '$1').replace(/[a-z]/g, '').length > DECORATION_MAX) return false
  return [lower, lower.replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign)].some((text) =>
    // The part without the digits and special characters around it: `qwerty123!` is `qwerty`.
    [text, withoutDecoration(lower, text), text.replace(/[^a-z]/g, '')].some((word) =>
      COMMON_WORDS.has(word),
    ),
  )
}

/** Cuts `text` to the part from the first to the last letter of the password as it was typed. */
function withoutDecoration(typed: string, text: string): string {
  const first = typed.search(/[a-z]/)
  const decoration = /[^a-z]*$/.exec(typed)?.[0].length ?? 0
  return first < 0 ? '' : text.slice(first, text.length - decoration)
}
