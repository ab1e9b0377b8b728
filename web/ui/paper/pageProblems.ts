import type { PaperPage } from './Paper.ts'

type Problem = NonNullable<PaperPage['cornersProblem'] | NonNullable<PaperPage['sheet']>['problem']>

/** A page can be used in spite of its warnings. `mark` is short enough for the smallest picture of a page. */
export const warnings: Record<Problem, { mark: string; title: string; advice: string }> = {
  dark: {
    mark: 'Dark',
    title: 'The picture is too dark to read.',
    advice: 'Take it again near a window, or with the flash on.',
  },
  blurred: {
    mark: 'Blurred',
    title: 'The picture is blurred.',
    advice: 'Hold the phone still, and press the paper on the screen to focus.',
  },
  none: {
    mark: 'Edges',
    title: 'No edges of a paper were found.',
    advice: 'Drag the four corners yourself, or lay the paper on a darker table.',
  },
  cut: {
    mark: 'Cut off',
    title: 'The paper is cut off.',
    advice: 'One edge is outside the picture. Hold the phone higher.',
  },
  unsure: {
    mark: 'Corners',
    title: 'Check the corners.',
    advice: 'Drag them to the edges of the paper, or lay the paper on a darker table.',
  },
  sideways: {
    mark: 'Sideways',
    title: 'The page lies sideways.',
    advice: 'Turn it until you can read it.',
  },
}

/** These two may be false alarms: the user decides after looking at the page. */
const isDoubt = (problem: Problem) => problem === 'unsure' || problem === 'sideways'

/** Without better light, focus or edges, only another photograph helps. */
export const needsAnother = (problem: Problem) => !isDoubt(problem)

export const problemsOf = ({ cornersProblem, sheet, isLookedAt }: PaperPage): Problem[] =>
  [cornersProblem, sheet?.problem].filter(
    (problem) => problem !== undefined && !(isLookedAt && isDoubt(problem)),
  ) as Problem[]

export const needsLook = (page: PaperPage) => !page.isLookedAt && problemsOf(page).length > 0
