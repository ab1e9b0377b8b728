import classes from './Segments.module.css'

type SegmentsProps = {
  /** What is chosen: `Financial year`. */
  label: string
  choices: { id: number; name: string }[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

/** A few things side by side, of which one is shown. */
export const Segments = ({ label, choices, chosen, onChoose }: SegmentsProps) => (
  <fieldset aria-label={label} className={classes.segments}>
    {choices.map(({ id, name }) => (
      <button
        key={id}
        type="button"
        className={classes.segment}
        aria-pressed={id === chosen}
        onClick={() => onChoose(id)}
      >
        {name}
      </button>
    ))}
  </fieldset>
)
