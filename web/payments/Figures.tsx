import classes from './Payments.module.css'

type Figure = {
  name: string
  value: string
  about: string
  /** The part of the bar above that it counts. */
  part?: 'due' | 'paid' | 'waiting' | 'back'
}

/** Sums beside each other. */
export const Figures = ({ figures }: { figures: Figure[] }) => (
  <dl className={classes.figures}>
    {figures.map(({ name, value, about, part }) => (
      <div key={name}>
        <dt>
          {part && <i data-part={part} aria-hidden />}
          {name}
        </dt>
        <dd>{value}</dd>
        <dd>{about}</dd>
      </div>
    ))}
  </dl>
)
