import type { Pick } from '../fixtures/createPick.ts'
import {
  drawHarvest,
  drawLaboratory,
  drawLibrary,
  drawSchool,
  drawTrack,
  drawTrees,
  type Light,
  lights,
} from '../fixtures/drawScenes.ts'

/** A photograph that somebody took. */
type Moment = { at: Date; scene: Scene; light: Light; title: string; description: string }

const YEARS = 4

/** `count` moments, spread over a student's years at school. The first is their first day. */
export function planGallery(pick: Pick, joined: number, count: number, now: Date): Moment[] {
  const moments = momentsOf(pick, joined).filter(({ at }) => at < now)
  const parts = Math.min(count, moments.length)
  const start = (part: number) => Math.floor((part * moments.length) / parts)
  const chosen: Moment[] = []
  for (let part = 0; part < parts; part++) {
    const possible = part === 0 ? moments.slice(0, 1) : moments.slice(start(part), start(part + 1))
    const isNew = possible.filter(({ scene }) => chosen.every((other) => other.scene !== scene))
    chosen.push(pick(isNew.length > 0 ? isNew : possible))
  }
  return chosen
}

/** All moments of a student. The same place has another light each year, so that no two photographs are the same. */
function momentsOf(pick: Pick, joined: number): Moment[] {
  const shift = pick(lights.map((_, index) => index))
  return Array.from({ length: YEARS }, (_, form) => form).flatMap((form) =>
    demoScenes.map((scene) => {
      const [title, description] = scene.tellings[form] ?? ['', '']
      const light = lights[(form + shift) % lights.length] ?? pick(lights)
      return { at: dayIn(pick, joined + form, scene.month), scene, light, title, description }
    }),
  )
}

/** A time in the middle of a month, so that it is the same month in every time zone. */
export const dayIn = (pick: Pick, year: number, month: number): Date =>
  new Date(
    Date.UTC(
      year,
      month - 1,
      pick([8, 10, 11, 14, 16, 17, 20, 22]),
      pick([6, 7, 9, 11, 13]),
      pick([5, 18, 40]),
    ),
  )

/** An event that happens once a year, with a title and a description for each of the four years. */
type Scene = {
  month: number
  draw: (light: Light) => string
  /** Whether the scene also fits a picture that is taller than wide. */
  canStand?: true
  tellings: [title: string, description: string][]
}

const demoScenes: Scene[] = [
  {
    month: 1,
    draw: drawSchool,
    canStand: true,
    tellings: [
      ['First day of Form 1', 'Reporting to school with a new trunk and a full uniform.'],
      ['Back for Form 2', 'The first of the class to arrive, with all the books of the year.'],
      ['A new year in Form 3', 'The roof is repaired and the walls are painted.'],
      ['The last year begins', 'Form 4, and one more look at the gate before the bell.'],
    ],
  },
  {
    month: 4,
    draw: drawTrees,
    tellings: [
      ['Tree planting day', 'Each class planted ten seedlings along the fence.'],
      ['The seedlings are growing', 'Watering them was the work of Form 2 all through the dry weeks.'],
      ['Environment club', 'Acacias for shade, and grevilleas to hold the soil.'],
      ['Under the big tree', 'Where Form 4 reads in the afternoons.'],
    ],
  },
  {
    month: 6,
    draw: drawLaboratory,
    tellings: [
      ['Chemistry practical', 'Testing for acids and bases in the new laboratory.'],
      ['Science congress', 'Second in the sub-county with a filter of sand and charcoal.'],
      ['Titration at last', 'Three good readings in a row.'],
      ['Mock practical', 'All flasks whole, and ten minutes to spare.'],
    ],
  },
  {
    month: 7,
    draw: drawTrack,
    canStand: true,
    tellings: [
      ['Sports day', 'Third place in the 800 metres.'],
      ['County athletics', 'Running the last leg of the relay.'],
      ['Sports day, second lane', 'A new best time, and the whole dormitory cheering.'],
      ['The last race', 'First in the 800 metres, by a step.'],
    ],
  },
  {
    month: 8,
    draw: drawHarvest,
    tellings: [
      ['August visit home', 'Helping with the maize harvest.'],
      ['Home for the holidays', 'Two rows of maize before breakfast.'],
      ['A good harvest', 'Enough for the year, and some for the market.'],
      ['The house has a new roof', 'Grandmother wanted it in the picture.'],
    ],
  },
  {
    month: 9,
    draw: drawLibrary,
    canStand: true,
    tellings: [
      ['A place to read', 'The evening hours in the school library.'],
      ['Library prefect', 'Chosen by the Form 2 class to run the evening desk.'],
      ['New books', 'A set of atlases, and two shelves of novels.'],
      ['Revising for KCSE', 'Past papers, from the top shelf to the lowest.'],
    ],
  },
]
