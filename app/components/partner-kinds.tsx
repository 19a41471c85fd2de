import { cva, cx, type VariantProps } from "class-variance-authority";
import type { PartnerKind } from "../content/partners";
import { ClusterStrip } from "./motif/clusters";

const listVariants = cva("grid grid-cols-1 gap-10 md:gap-0", {
  variants: { variant: { columns: "md:grid-cols-3", rows: "" } },
});

const kindVariants = cva("", {
  variants: {
    variant: {
      columns: "md:px-7 md:not-first:dots-down md:first:pl-0 md:last:pr-0",
      /** The description on the left, the benefits on the right. */
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

interface PartnerKindsProps extends VariantProps<typeof kindVariants> {
  kinds: readonly PartnerKind[];
  className?: string;
}

/**
 * The three kinds of partners with their benefits. "columns" shows them side by side, for short texts; "rows" one below the other.
 * Needs `ClusterDefs` on the page, and a parent with the class `cloth`.
 */
export function PartnerKinds({ kinds, variant = "columns", className }: PartnerKindsProps) {
  return (
    <ul className={cx(listVariants({ variant }), className)}>
      {kinds.map((kind) => (
        <li className={kindVariants({ variant })} key={kind.title}>
          <ClusterStrip kind={kind.knots} />
          <h3>{kind.title}</h3>
          <p className="mt-1.5 mb-4.5 text-ink-soft">{kind.lead}</p>
          <ul className={benefitsVariants({ variant })}>
            {kind.benefits.map((benefit) => (
              <li key={benefit}>{benefit}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
