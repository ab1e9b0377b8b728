import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import type { DemoStudent } from './addStudents.ts'
import type { DemoClock } from './demoTime.ts'
import { createPick, type Pick } from '../fixtures/createPick.ts'
import { fileOf, type Visitor } from './createVisitor.ts'
import { dayIn, planGallery } from './planGallery.ts'

type Entry = {
  student: DemoStudent
  at: Date
  title: string
  description: string
  media: File
  /** The poster that a browser would have drawn of a film. */
  poster?: File
}

const LYING = { width: 1200, height: 800 }
const STANDING = { width: 900, height: 1200 }
/** How many photographs the student with films has, and the others. */
const MOST = 8
const FEWER = [5, 4, 3, 3, 2, 2]

/** Photographs and films of a few students, entered by their liaison officers on the day they show. */
export async function addGallery(
  liaisons: Map<number, Visitor>,
  students: DemoStudent[],
  clock: DemoClock,
): Promise<void> {
  const pick = createPick(6_151)
  const now = clock()
  const [star, ...others] = chooseStudents(students)
  if (!star) return
  const photos = [drawPhotos(pick, star, MOST, now)]
  for (const [index, student] of others.entries())
    photos.push(drawPhotos(pick, student, FEWER[index] ?? 0, now))
  const entries = [...filmsOf(pick, star), ...(await Promise.all(photos)).flat()]
    .filter(({ at }) => at < now)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  try {
    for (const entry of entries) {
      await clock.setBack(entry.at)
      const author = liaisons.get(entry.student.liaison_id) ?? pick([...liaisons.values()])
      await author.post('/api/gallery?query=', formOf(entry))
    }
  } finally {
    await clock.goOn()
  }
}

/** Three students of the demo's own supporter and some others, both sorted by when they joined. */
function chooseStudents(students: DemoStudent[]): DemoStudent[] {
  const active = students
    .filter(({ status }) => status === STUDENT_ACTIVE)
    .toSorted((a, b) => a.joined - b.joined)
  const own = active.filter(({ isOwn }) => isOwn).slice(0, 3)
  const rest = active.filter(({ isOwn }) => !isOwn)
  const step = Math.ceil(rest.length / (FEWER.length + 1 - own.length))
  return [...own, ...rest.filter((_, index) => index % step === 0)]
}

function drawPhotos(pick: Pick, student: DemoStudent, count: number, now: Date): Promise<Entry[]> {
  const moments = planGallery(pick, student.joined, count, now)
  return Promise.all(
    moments.map(async ({ at, scene, light, title, description }) => {
      const shape = scene.canStand && pick([true, false, false]) ? STANDING : LYING
      const photo = await drawPhoto(scene.draw(light), shape)
      return { student, at, title, description, media: fileOf(photo, 'photo.jpg', 'image/jpeg') }
    }),
  )
}

function filmsOf(pick: Pick, student: DemoStudent): Entry[] {
  const [name = ''] = student.name.split(' ')
  return [
    {
      student,
      at: dayIn(pick, student.joined + 1, 3),
      title: 'Drama and music festival',
      description: `${name}’s class played the drums at the county round.`,
      ...filmNamed('drums'),
    },
    {
      student,
      at: dayIn(pick, student.joined + 2, 5),
      title: 'Long rains',
      description: 'Walking to the clinic for the term check-up.',
      ...filmNamed('rain'),
    },
  ]
}

/** A film of `fixtures/films` with its poster. */
function filmNamed(name: string) {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../fixtures/films', file))
  return {
    media: fileOf(read(`${name}.mp4`), 'film.mp4', 'video/mp4'),
    poster: fileOf(read(`${name}.jpg`), 'poster.jpg', 'image/jpeg'),
  }
}

function formOf({ student, title, description, media, poster }: Entry): FormData {
  const form = new FormData()
  form.append('student_id', String(student.id))
  form.append('title', title)
  form.append('description', description)
  form.append('media', media)
  if (poster) form.append('poster', poster)
  return form
}

/** Drawings are made for this size; other shapes show their middle. */
const DRAWN = { width: 360, height: 240 }

type Shape = { width: number; height: number }

/** A drawing in so many pixels, ready to be saved as what is asked for. */
function renderScene(drawing: string, { width, height }: Shape): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"
    viewBox="0 0 ${DRAWN.width} ${DRAWN.height}" preserveAspectRatio="xMidYMid slice">${drawing}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

/** As a telephone would have taken it. */
const drawPhoto = (drawing: string, shape: Shape): Promise<Buffer> =>
  renderScene(drawing, shape).jpeg({ quality: 85 }).toBuffer()
