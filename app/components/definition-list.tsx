interface DefinitionListProps {
  className?: string;
  entries: readonly { title: string; text: string }[];
}

/** A `<dl>` of titles with their texts, a line above each. */
export function DefinitionList({ className, entries }: DefinitionListProps) {
  return (
    <dl className={className}>
      {entries.map(({ title, text }) => (
        <div key={title} className="border-t border-line py-5">
          <dt className="font-display text-xl font-bold tracking-display">{title}</dt>
          <dd className="mt-1.5 text-pretty text-ink-soft">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
