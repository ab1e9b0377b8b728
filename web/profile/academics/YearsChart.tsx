import { DEFAULT_CURRICULUM } from '#contract/records/curricula.ts'
import { countedMean, type ReportCardRow } from '#contract/records/reportCards.ts'
import { shownMark } from '../../ui/amounts.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { ChartFrame, ChartText } from './ChartFrame.tsx'
import { isOneMean, lineEnds, overallByYear, runsOf, yearsSentence, type Plot } from './marksChart.ts'
import classes from './MarksChart.module.css'
import { hasMean } from './progressTable.ts'

type YearsChartProps = { cards: ReportCardRow[] }
type Run = ReturnType<typeof runsOf<ReportCardRow>>[number]

/** The means from a student's first term to the last. The line ends where another curriculum begins. */
export function YearsChart({ cards }: YearsChartProps) {
  const isMeansOnly = isOneMean(cards)
  const places = placesOf(cards)
  return (
    <ChartFrame
      sentence={yearsSentence(cards)}
      height={190}
      curriculum={cards.find(hasMean)?.curriculum ?? DEFAULT_CURRICULUM}
      means={places.map((card) => (card ? countedMean(card) : null))}
      marks={cards.map(countedMean)}
      ends={isMeansOnly ? lineEnds(cards, []) : []}
      hasNames={isMeansOnly}
      padding={isMeansOnly ? { left: 12, right: 4 } : { left: 24, right: 24 }}
      {...(!isMeansOnly && { foot: 44 })}
    >
      {(plot) =>
        isMeansOnly ? (
          cards.map(
            ({ id, year }, index) =>
              cards[index - 1]?.year !== year && (
                <ChartText key={id} x={plot.xOf(index)} y={plot.bottom + 25}>
                  {year}
                </ChartText>
              ),
          )
        ) : (
          <YearsByCurriculum cards={cards} plot={plot} xOf={(card) => plot.xOf(places.indexOf(card))} />
        )
      }
    </ChartFrame>
  )
}

/** The terms from left to right, with an empty place wherever the curriculum changes. */
const placesOf = (cards: ReportCardRow[]) =>
  runsOf(cards).flatMap((run, index) => (index > 0 ? [undefined, run.cards].flat() : run.cards))

/** `CBE from 2024: levels, and no mean` */
function changeWords({ curriculum, cards }: Run, isPhone: boolean): string {
  const from = `${curriculum} from ${cards[0]?.year}`
  if (hasMean({ curriculum })) return from
  return isPhone ? `${curriculum} levels, no mean` : `${from}: levels, and no mean`
}

/** Pixels from the mean's point down to the baseline of its name, on the side where the line is not. */
const ABOVE = -12
const BELOW = 22

/** The greatest width of the text about a change, on a phone and elsewhere. */
const CHANGE_WIDTHS = { phone: 140, wide: 240 }
/** The most years that have room for their classes beside them. */
const IN_LINE_MAX = 6

type YearsByCurriculumProps = YearsChartProps & { plot: Plot; xOf: (card: ReportCardRow) => number }

/** The years with their classes, and the overall levels where there is no mean. */
function YearsByCurriculum({ cards, plot, xOf }: YearsByCurriculumProps) {
  const isPhone = useIsPhone()
  const middle = (one: ReportCardRow | undefined, other: ReportCardRow | undefined) =>
    one && other ? (xOf(one) + xOf(other)) / 2 : plot.left
  const { right, bottom } = plot
  const means = cards.filter((card) => countedMean(card) !== null)
  const mean = means.at(-1)
  const meanY = plot.yOf(mean?.mark ?? 0)
  const isFalling = (means.at(-2)?.mark ?? 0) > (mean?.mark ?? 0)
  const years = overallByYear(cards)
  const isInLine = !isPhone && years.length <= IN_LINE_MAX
  const runs = runsOf(cards)
  return (
    <>
      {runs.map((run, index) => {
        const [before, after] = [runs[index - 1], runs[index + 1]]
        if (!before && hasMean(run)) return null
        const from = before ? middle(before.cards.at(-1), run.cards[0]) : plot.left
        const to = after ? middle(run.cards.at(-1), after.cards[0]) : right + 12
        const width = CHANGE_WIDTHS[isPhone || hasMean(run) ? 'phone' : 'wide']
        return (
          <g key={run.cards[0]?.id}>
            {!hasMean(run) && (
              <rect fill="var(--el-sunken)" x={from} y={0} width={to - from} height={bottom} />
            )}
            {before && (
              <>
                <path className={classes.change} d={`M${from} 0V${bottom}`} />
                <text
                  className="el-strong"
                  fill="var(--el-amber)"
                  x={Math.min(from + 10, right + 12 - width)}
                  y={hasMean(run) ? 36 : 18}
                >
                  {changeWords(run, isPhone)}
                </text>
              </>
            )}
            {(hasMean(run) ? [] : overallByYear(run.cards)).map((year) => {
              const x = middle(year.cards[0], year.cards.at(-1))
              return (
                <g key={year.year} textAnchor="middle">
                  <text className={classes.overall} x={x} y={bottom / 2 + 12}>
                    {year.level ?? '–'}
                  </text>
                  <ChartText x={x} y={bottom / 2 + 31}>
                    overall
                  </ChartText>
                </g>
              )
            })}
          </g>
        )
      })}
      {years.map(({ year, cards: its }) => (
        <ChartText key={year} y={bottom + 20}>
          <tspan x={middle(its[0], its.at(-1))}>{isInLine ? `${year}, ${its.at(-1)?.class}` : year}</tspan>
          {!isInLine && (
            <tspan x={middle(its[0], its.at(-1))} dy={17}>
              {its.at(-1)?.class}
            </tspan>
          )}
        </ChartText>
      ))}
      {mean && (
        <text
          className={classes.meanName}
          textAnchor="end"
          x={Math.max(xOf(mean) + 10, plot.left + 70)}
          y={meanY + (isFalling && meanY + BELOW + 4 < bottom ? BELOW : ABOVE)}
        >
          Mean {shownMark(mean.mark ?? 0)}
        </text>
      )}
    </>
  )
}
