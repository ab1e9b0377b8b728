/** How registers usually fill the column of a field, beyond its label and kind. */
export type ImportColumn = {
  /** Usual headings, in addition to the label. */
  headings?: string
  /** In the template's example row. By default the first choice of a required field, otherwise nothing. */
  example?: string | number
  /** By choice: usual spellings, in English and Swahili. */
  spellings?: Record<string, string>
  /** Cells from which the field is guessed with any heading: one of the choices, or a pattern. */
  contents?: 'choices' | RegExp
  /** Texts that mean an empty cell, in addition to the usual ones, such as `nil`. */
  blank?: RegExp
  /** Cells from which the field is guessed with any heading, beside others that fit its heading. */
  alone?: RegExp
  /** Cells that contradict the heading. */
  refuses?: RegExp
  /** Whether 1, 2, 3 and so on contradict the heading, because they number the rows. */
  isNoCount?: boolean
  /** Words of a heading beside the name of a subject or category. */
  besides?: RegExp
  /** Whether `nil`, `N/A` and the like mean an empty cell although the text is required. */
  isBlankable?: boolean
  /** Whether each digit counts. Spreadsheets round numbers of more than 15 digits. */
  isExact?: boolean
  /** Texts that mean the number 0. */
  zero?: RegExp
  /** Text that may follow a number. */
  unit?: RegExp
  /** Whether a text that contains one email address means that address. */
  hasAddress?: boolean
  /** The columns of the template, where each subject or category has one, with examples. */
  samples?: Record<string, string | number>
  /** Whether the text is an amount of money: `Kshs. 22,000/=`. */
  isAmount?: boolean
  /** The placeholder for one value for all rows. */
  hint?: string
}

/** A grade or level, perhaps with a mark. */
const RESULT = /^(\d{1,3}(\.\d+)?\W*)?([a-e](\s?[+-]|\splain)?|[emab]e ?[12]|[xy])(\W*\d{1,3}(\.\d+)?)?$/i

const FIRST_NAMES = 'first name, given name, forename, first names'
const PHONES =
  'phone, phone no, phone number, tel, tel no, telephone, telephone no, mobile, mobile no, cell, cell phone, contact, contacts, contact no'
const LAST_NAMES = 'last name, surname, family name'

/** By field. A field without an entry is recognised by its label, and read like others of its kind. */
export const importColumns: Record<string, ImportColumn> = {
  ref: { headings: 'ref, ref no, reference, reference no, elimu ref' },
  year: { headings: 'year, yr, academic year', example: '2019' },
  term: { headings: 'term, trm', example: 'Term 1' },
  class: {
    headings: 'class, form, frm, grade, std, standard, cls, class form, form class, class now',
    example: 'Form 1',
    refuses: RESULT,
  },
  subject_result: {
    headings:
      'english, eng, kiswahili, kisw, kis, swahili, mathematics, maths, math, mat, biology, bio, physics, phy, phys, chemistry, chem, che, history, hist, his, geography, geo, geog, c r e, cre, ire, hre, business studies, business, b studies, bs, bst, agriculture, agric, agri, computer studies, computer, comp, home science, art and design, art, music, french, german, arabic, integrated science, science, social studies, pre technical studies, creative arts, aviation, electricity, woodwork, metalwork, drawing and design',
    besides: /\b(marks?|mks?|scores?|grades?|gr|grd|levels?|lvl|out of|100)\b|%/gi,
    alone: RESULT,
    isBlankable: true,
    samples: { English: '67 B', Kiswahili: '71 B+', Mathematics: '55 C+' },
  },
  subject: {
    headings: 'subject, subject name, learning area',
    example: 'English',
    spellings: {
      English: 'eng',
      Kiswahili: 'swahili, kis, kisw',
      Mathematics: 'maths, math, mat',
      Biology: 'bio',
      Physics: 'phy, phys',
      Chemistry: 'chem, che',
      'Business Studies': 'business, bs, bst, b studies',
      'Computer Studies': 'computer, ict',
      Geography: 'geog, geo',
      History: 'hist, his',
      Agriculture: 'agric, agri',
    },
  },
  result: {
    headings: 'result, results, mark, marks, score, grade, level, mark and grade, marks and grade',
    isBlankable: true,
  },
  grade: { headings: 'mean grade, m grade, mg, m g, overall grade, average grade, avg grade', example: 'B' },
  mark: {
    headings: 'mean score, mean, mean mark, mean marks, m score, average, avg, average mark, average score',
    example: '64.5',
  },
  overall_level: { headings: 'overall level, general level, overall performance level' },
  teacher_comment: {
    headings:
      'teacher comment, teachers comment, class teachers comment, class teacher comment, teacher remarks, teachers remarks, class teachers remarks, remarks, remark, comment, comments',
  },
  liaison_comment: { headings: 'liaison comment, officers comment, officer comment, field officers comment' },
  receipt_no: { headings: 'receipt no, receipt number, receipt, rcpt no, rct no' },
  category_cost: {
    headings:
      'books and stationery, books, stationery, p a fund, pa fund, pta, pa, remedial fees, remedial, shopping, tuition fees, tuition, fees, fee, school fees, transport, fare, bus fare, uniform and boarding essentials, uniform, uniforms, boarding essentials, boarding',
    besides: /\b(kes|kshs?|amount|paid|costs?)\b/gi,
    isBlankable: true,
    samples: { 'Tuition Fees': 22_000, Transport: 1_250, 'Books and Stationery': 900 },
  },
  cost_category: {
    headings: 'category, votehead, vote head, cost category, expense, expense type, account',
    example: 'Tuition Fees',
    spellings: {
      'Tuition Fees': 'fees, fee, school fees, tuition',
      'P.A. Fund': 'pta, pa, p t a, parents association',
      Transport: 'fare, bus fare, travel',
      'Books and Stationery': 'books, stationery, text books, textbooks',
      'Uniform and Boarding Essentials': 'uniform, uniforms, boarding, boarding essentials',
      'Remedial Fees': 'remedial, holiday tuition',
    },
  },
  item: { headings: 'item, description, particulars, details, being payment for', example: 'Term fees' },
  cost: {
    headings: 'cost, amount, amount paid, amount kes, kes, ksh, kshs, paid, price',
    example: 22_000,
    isBlankable: true,
  },
  amount: {
    headings: 'fees, fee, amount, planned, term fees, school fees, total fees, fees kes, amount kes',
    example: 25_000,
    isAmount: true,
  },
  to_school: {
    headings: 'to the school, to school, of it to the school, paid to the school, to school kes',
    example: 22_000,
    isAmount: true,
  },
  bank: { headings: 'bank, bank name, name of bank', example: 'Name of the bank' },
  branch: { headings: 'branch, bank branch, branch name', example: 'Name of the branch' },
  account_name: {
    headings: 'account name, name of account, a c name, acc name, beneficiary',
    example: 'Name of the account',
  },
  number: {
    headings:
      'account number, account no, account, a c no, a c number, acc no, acc number, bank account, bank account no',
    example: '0110264500',
    isExact: true,
  },
  business_number: {
    headings:
      'paybill number, paybill, paybill no, pay bill, business number, business no, mpesa paybill, m pesa paybill',
  },
  word: { headings: 'paybill account, paybill account no, paybill account number, paybill word' },
  heard_from: {
    headings: 'where you have it from, heard from, source, from whom, confirmed by',
    example: 'Fee structure of the school',
    hint: 'Such as the fee structure',
  },
  name: {
    headings: 'name, names, full name, student, pupil, child, learner, beneficiary',
    example: 'Example Student',
  },
  dob: {
    headings: 'dob, d o b, birth, birth date, birthdate, birthday, born',
    example: '2010-04-03',
  },
  dor: {
    headings:
      'dor, registered, registration date, joined, date joined, joining date, admitted, date admitted, doa, date of joining, reg date, date registered, admission date, date of admission, enrolled, date enrolled, enrolment date, intake date',
    example: '2024-01-12',
  },
  gender: {
    headings: 'gender, sex, m f, f m, boy girl, girl boy, b g, g b',
    example: 'Female',
    contents: 'choices',
    spellings: {
      Female: 'f, fem, girl, g, woman, w, lady, msichana, ke',
      Male: 'm, boy, b, man, mvulana, me',
    },
  },
  category: {
    headings: 'category, type, student type, school type, type of school, school level',
    spellings: {
      'High School': 'high, hs, secondary, sec, secondary school, senior school, sen school',
      Special: 'special school, special needs, special needs education, special education',
    },
  },
  entry_exam: {
    headings: 'exam, exam sat',
    contents: 'choices',
    spellings: {
      KCPE: 'k.c.p.e, k.c.p.e., std 8, standard 8, class 8',
      KJSEA: 'grade 9, g9, junior school',
      None: 'no exam, nil',
    },
  },
  kcpe: {
    headings:
      'kcpe, kcpe marks, kcpe mark, kcpe mks, kcpe points, kcpe result, kcpe results, marks, score, exam score, exam marks',
    example: 388,
    blank: /^(((did|has|have) )?not|never|didn't) (yet )?(sat|sit|done)\b|^absent$/i,
    unit: /^(marks?|mks?|points?|pts)\.?$/i,
  },
  assessment_no: {
    headings:
      'assessment no, assessment number, kjsea no, kjsea number, kjsea assessment no, kjsea assessment number, kplea no, kplea number, kplea assessment no, kplea assessment number, kpsea no, kpsea assessment no, knec assessment no, knec assessment number',
  },
  pathway: {
    headings: 'pathway, senior school pathway',
    spellings: {
      STEM: 'science, sciences, science technology engineering and mathematics',
      'Social Sciences': 'social science, social studies, social',
      'Arts and Sports Science': 'arts & sports science, arts and sports, arts & sports, arts, sports',
    },
  },
  ambition: {
    headings:
      'ambition, dream, career, future career, career ambition, career choice, wants to be, dream job',
    example: 'Doctor',
  },
  siblings: {
    headings: 'siblings, no of siblings, no of sibs, sibs, brothers and sisters',
    example: 2,
    zero: /^(no|none|nil|zero|no (siblings?|sibs)|only child)$/i,
    unit: /^(siblings?|sibs?)\.?$/i,
    hint: 'Such as 0',
  },
  languages: { headings: 'languages, language, language spoken, langs', example: 'English, Kiswahili' },
  school: {
    headings: 'school, sch, high school, secondary school, sec school, senior school, institution',
    example: 'Name of the school',
    isBlankable: true,
  },
  admission_no: {
    headings:
      'adm no, adm, adm number, admission, admission number, school adm no, index, index no, index number',
    // The index number of an exam has eleven digits.
    refuses: /^\D*$|^\d{9,}$/,
    isNoCount: true,
  },
  background: {
    headings:
      'background, family background, home background, family history, family information, story, history, bio, about',
    example: 'A few sentences about the child and the family.',
  },
  mother: { headings: 'mother, mothers, mum, mom, mama', example: 'Name of the mother' },
  father: { headings: 'father, fathers, dad, baba', example: 'Name of the father' },
  guardian: {
    headings: 'guardian, guardians, lives with, caregiver, caretaker, carer, next of kin',
    example: 'Mother',
  },
  guardian_phone: {
    headings: `${PHONES}, guardian phone, guardians phone, guardian phone no, guardian phone number, guardian tel, guardian mobile, guardian contact, guardians contact, guardian contacts, parent phone, parents phone, parent contact, parents contact, parent guardian contact, parent guardian phone`,
  },
  liaison: {
    headings:
      'liaison, officer, officer in charge, officer incharge, in charge, field officer, f o, fo, field worker, social worker, case worker, mentor',
    example: 'Name or email of the liaison officer',
    hasAddress: true,
  },
  status: {
    headings: 'status, student status, current status, status now, active, still active',
    spellings: {
      Active: 'current, ongoing, on going, continuing, in school, in session, enrolled, yes',
      Discontinued: 'dropped out, drop out, dropout, dropped, stopped, expelled, terminated',
      Withdrawn: 'withdrew, transferred, transfer, moved, moved away, relocated',
      Graduated: 'completed, complete, finished, cleared, alumni, alumnus, graduate, done',
    },
  },
  status_on: {
    headings:
      'date left, left on, date of leaving, leaving date, exit date, date of exit, status date, date completed, completion date, date transferred',
  },
  status_reason: {
    headings: 'reason, reasons, reason for leaving, why left, exit reason, leaving reason',
  },
  supporter: {
    headings:
      'supporter, sponsor, donor, supporter email, sponsor email, donor email, supporter name, sponsor name, donor name, supporters name, sponsors name, name of sponsor, sponsored by',
    blank:
      /^(no|not|un|without|needs?)\W*(an? |yet )?(sponsor|support|donor)|^(no|not yet|yes|sponsored|supported)$/i,
    hasAddress: true,
  },
  cluster: {
    headings: 'cluster, area, region, county, county cluster, cluster county, sub county, zone',
    example: 'Name of the cluster',
  },
  first_name: { headings: FIRST_NAMES, example: 'Example' },
  last_name: { headings: LAST_NAMES, example: 'Supporter' },
  email: {
    headings: 'email, e mail, email address, mail',
    example: 'supporter@example.org',
    contents: /^\S+@\S+\.\S+$/,
    isBlankable: true,
    hasAddress: true,
  },
  phone: { headings: PHONES },
  country: { headings: 'country, nation, country of residence, land, land country, country land' },
  role: {
    headings: 'role, user type, position, job, job title, designation',
    example: 'Liaison Officer',
    contents: 'choices',
    spellings: {
      Director: 'executive director, managing director',
      'Programme Coordinator': 'coordinator, program coordinator, programmes coordinator, programme manager',
      'Liaison Officer': 'liaison, officer, field officer, social worker, case worker, mentor',
    },
  },
  first_names: { headings: FIRST_NAMES },
  other_names: { headings: 'middle name, middle names, other name, other names, second name' },
  last_names: { headings: LAST_NAMES },
  whole_name: {
    headings:
      'name, names, full name, full names, supporter, sponsor, donor, supporter name, sponsor name, donor name',
  },
  picture_file: {
    headings: 'picture, photo, photo file, image, pic, passport photo',
    example: 'example student.jpg',
    contents: /\.(jpe?g|png|tiff?)$/i,
  },
  certificate_file: {
    headings: 'certificate, kcpe certificate, cert, result slip, slip',
    example: 'example student.pdf',
    contents: /\.pdf$/i,
  },
}
