import { cva, cx, type VariantProps } from "class-variance-authority";
import type { CollaborationWay } from "../content/partners";
import { ClusterStrip } from "./motif/clusters";

const listVariants = cva("grid grid-cols-1 gap-10 md:gap-0", {
  variants: { variant: { columns: "md:grid-cols-3", rows: "" } },
});

const wayVariants = cva("", {
  variants: {
    variant: {
      columns: "md:px-7 md:not-first:dots-down md:first:pl-0 md:last:pr-0",
      /** Who they are on the left, what they get on the right. */
      rows: [
        "md:grid md:grid-cols-split md:grid-rows-last md:gap-x-[clamp(2.5rem,6vw,5rem)]",
        "md:not-first:dots-across md:not-first:mt-9 md:not-first:pt-11",
      ],
    },
  },
});

const benefitsVariants = cva("tied", {
  variants: {
    variant: {
      columns: "",
      rows: "text-pretty md:col-start-2 md:row-span-3 md:row-start-1 md:self-center lg:grid lg:grid-cols-2 lg:gap-x-10 lg:gap-y-4.5",
    },
  },
});

interface WaysProps extends VariantProps<typeof wayVariants> {
  ways: readonly CollaborationWay[];
  className?: string;
}

/**
 * The three kinds of partners, each with its benefits, and a thread between them: side by side for four short ones, or one below
 * the other. Needs `ClusterDefs` on the page, and a cloth to stand on.
 */
export function Ways({ ways, variant = "columns", className }: WaysProps) {
  return (
    <ul className={cx(listVariants({ variant }), className)}>
      {ways.map((way) => (
        <li className={wayVariants({ variant })} key={way.title}>
          <ClusterStrip kind={way.knots} />
          <h3>{way.title}</h3>
          <p className="mt-1.5 mb-4.5 text-ink-soft">{way.lead}</p>
          <ul className={benefitsVariants({ variant })}>
            {way.benefits.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
