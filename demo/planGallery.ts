import type { Pick } from './createPick.ts'
import { demoScenes, type Scene } from './scenes/demoScenes.ts'
import { type Light, lights } from './scenes/outdoors.ts'

/** A photograph that somebody took. */
export type Moment = { at: Date; scene: Scene; light: Light; title: string; description: string }

const YEARS = 4

/** So many moments of a student's years at school, spread over them: first of all the first day. */
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

/** All of them. In another year the same place has another light, so that no two photographs are the same. */
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

/** An hour of the day in the midst of a month, so that it is the same month everywhere. */
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
