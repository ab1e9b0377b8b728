type BrandMarkProps = { size: number }

/** The exercise book with its tick; public/mark.svg is the same as a favicon. */
export function BrandMark({ size }: BrandMarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden>
      <rect x="1" y="1" width="26" height="26" rx="6" fill="#e5ab3a" />
      <path d="M8.5 1v26" stroke="#0b3d40" strokeWidth="1.6" opacity=".55" />
      <path
        d="m12 14.5 3.6 4L22.5 9"
        fill="none"
        stroke="#0b3d40"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
